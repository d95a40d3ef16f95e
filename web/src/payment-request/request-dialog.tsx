// "Request a payment", opened over the dashboard: the form, the link that it makes, and the requests so far.
import type { PaymentRequest } from '@jokko/contract/payment-request'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { readFlowAddress } from '../common/flow-address.ts'
import { SlideUp } from '../common/slide-up.tsx'
import { AskForm } from './ask-form.tsx'
import { MadeLink } from './made-link.tsx'
import { isOpenRequest, ownRequestQuery } from './payment-request-api.ts'
import { RequestList } from './request-list.tsx'
import './payment-request.css'

export function RequestDialog() {
  const { t } = useTranslation(['payment-request', 'common'])
  const { close } = useOverlays()
  const { from, payment } = readFlowAddress(useSearch({ strict: false }), [])
  const navigate = useNavigate()
  const queries = useQueryClient()
  const before = useQuery(ownRequestQuery(from))
  const { data: wanted, isLoading: isWanted } = useQuery(ownRequestQuery(payment))
  const shown = wanted && isOpenRequest(wanted) ? wanted : undefined
  const isLoading = before.isLoading || isWanted
  /** In the address, so that a refresh and a second tab show the same link. */
  const show = (request: PaymentRequest | undefined) => {
    if (request !== undefined) queries.setQueryData(ownRequestQuery(request.id).queryKey, request)
    void navigate({
      to: '.',
      search: ({ from: _from, payment: _payment, ...rest }) => ({
        ...rest,
        ...(request !== undefined && { payment: request.id }),
      }),
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <SlideUp title={t('ask.title')} onClose={() => void close()} width="column">
      <div className="request-card">
        {isLoading && <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />}
        {!isLoading && !shown && <AskForm like={before.data} onMade={show} />}
        {shown && <MadeLink key={shown.id} request={shown} onAnother={() => show(undefined)} />}
        <RequestList onShow={show} />
      </div>
    </SlideUp>
  )
}
