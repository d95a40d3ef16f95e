// "Request a payment", opened over the dashboard: the form, the link that it makes, and the requests so far.
import type { PaymentRequest } from '@jokko/contract/payment-request'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { readFlowAddress } from '../common/flow-address.ts'
import { SlideUp } from '../common/slide-up.tsx'
import { AskForm } from './ask-form.tsx'
import { MadeLink } from './made-link.tsx'
import { ownRequestQuery } from './payment-request-api.ts'
import { RequestList } from './request-list.tsx'
import './payment-request.css'

export function RequestDialog() {
  const { t } = useTranslation(['payment-request', 'common'])
  const { close } = useOverlays()
  const { from, payment } = readFlowAddress(useSearch({ strict: false }), [])
  const before = useQuery(ownRequestQuery(from))
  const { data: wanted, isLoading: isWanted } = useQuery(ownRequestQuery(payment))
  /** Null: none, although the address names one. */
  const [chosen, setChosen] = useState<PaymentRequest | null>()
  const shown = chosen === undefined && wanted?.can_cancel ? wanted : chosen
  const isLoading = before.isLoading || isWanted
  return (
    <SlideUp title={t('ask.title')} onClose={() => void close()} width="column">
      <div className="request-card">
        {isLoading && <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />}
        {!isLoading && !shown && <AskForm like={before.data} onMade={setChosen} />}
        {shown && <MadeLink key={shown.id} request={shown} onAnother={() => setChosen(null)} />}
        <RequestList onShow={setChosen} />
      </div>
    </SlideUp>
  )
}
