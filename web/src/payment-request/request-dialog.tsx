// "Request a payment", opened over the dashboard: the form, the link that it makes, and the requests so far.
import type { PaymentRequest } from '@jokko/contract/payment-request'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { SlideUp } from '../common/slide-up.tsx'
import { AskForm } from './ask-form.tsx'
import { MadeLink } from './made-link.tsx'
import { RequestList } from './request-list.tsx'
import './payment-request.css'

export function RequestDialog() {
  const { t } = useTranslation('payment-request')
  const { close } = useOverlays()
  const [shown, setShown] = useState<PaymentRequest>()
  return (
    <SlideUp title={t('ask.title')} onClose={() => void close()} width="column">
      <div className="request-card">
        {shown === undefined ? (
          <AskForm onMade={setShown} />
        ) : (
          <MadeLink key={shown.id} request={shown} onAnother={() => setShown(undefined)} />
        )}
        <RequestList onShow={setShown} />
      </div>
    </SlideUp>
  )
}
