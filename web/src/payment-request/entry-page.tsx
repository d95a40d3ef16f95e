// The entrance for who comes by a request's public name (/?appref=…): finds the payment, or says why not and goes home.
import { FormSkeleton } from '@jokko/ui/skeletons'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keepPaymentProblem } from '../common/kept-problem.ts'
import { OutsidePage } from '../common/outside-page.tsx'
import { findByName } from './payment-request-api.ts'

const route = getRouteApi('/')

function Finding({ appref }: { appref: string }) {
  const { t } = useTranslation('payment-request')
  const navigate = useNavigate()
  const { data: id, error } = useQuery({
    queryKey: ['app-reference', appref],
    queryFn: () => findByName(appref),
    retry: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (id !== undefined)
      void navigate({ to: '/payment/$id', params: { id }, search: { status: 'anonymous' }, replace: true })
    if (error !== null) {
      keepPaymentProblem(error, 'link')
      void navigate({ to: '/dashboard/home', replace: true })
    }
  }, [id, error, navigate])
  return <FormSkeleton label={t('welcome')} fields={2} />
}

export function EntryPage() {
  const { t } = useTranslation('payment-request')
  const { appref } = route.useSearch()
  return <OutsidePage title={t('title')}>{appref !== undefined && <Finding appref={appref} />}</OutsidePage>
}
