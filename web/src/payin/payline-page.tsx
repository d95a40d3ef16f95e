// Back from the card page (/payline/{status}): a payer who cancelled there has the payment closed first.
import { FormSkeleton } from '@jokko/ui/skeletons'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OutsidePage } from '../common/outside-page.tsx'
import { PaymentNotShown, PaymentUnknown } from '../common/payment-not-shown.tsx'
import { givenUpQuery } from './returned-api.ts'
import { ReturnedView } from './returned-view.tsx'

const route = getRouteApi('/payline/$status')

function Cancelled({ name }: { name: string }) {
  const { t } = useTranslation('common')
  const { data, error, refetch } = useQuery(givenUpQuery(name))
  if (data !== undefined) return <ReturnedView name={name} />
  if (error !== null) return <PaymentNotShown error={error} onRetry={() => void refetch()} />
  return <FormSkeleton label={t('loading')} fields={2} />
}

export function PaylinePage() {
  const { t } = useTranslation('payin')
  const { status } = route.useParams()
  const { ref } = route.useSearch()
  return (
    <OutsidePage title={t('title.card')}>
      {ref === undefined && <PaymentUnknown />}
      {ref !== undefined && status === 'cancelled' && <Cancelled key={ref} name={ref} />}
      {ref !== undefined && status !== 'cancelled' && <ReturnedView key={ref} name={ref} />}
    </OutsidePage>
  )
}
