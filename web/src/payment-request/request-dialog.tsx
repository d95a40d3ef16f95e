// "Request a payment", opened over the dashboard: the form, the link that it makes, and the requests so far.
import type { PaymentRequest } from '@jokko/contract/payment-request'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { SlideUp } from '../common/slide-up.tsx'
import { AskForm } from './ask-form.tsx'
import { MadeLink } from './made-link.tsx'
import { ownRequestQuery } from './payment-request-api.ts'
import { RequestList } from './request-list.tsx'
import './payment-request.css'

export function RequestDialog() {
  const { t } = useTranslation(['payment-request', 'common'])
  const { search, close } = useOverlays()
  const before = useQuery(ownRequestQuery(search.from))
  const [shown, setShown] = useState<PaymentRequest>()
  return (
    <SlideUp title={t('ask.title')} onClose={() => void close()} width="column">
      <div className="request-card">
        {before.isLoading && <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />}
        {!before.isLoading && shown === undefined && <AskForm like={before.data} onMade={setShown} />}
        {shown !== undefined && (
          <MadeLink key={shown.id} request={shown} onAnother={() => setShown(undefined)} />
        )}
        <RequestList onShow={setShown} />
      </div>
    </SlideUp>
  )
}
