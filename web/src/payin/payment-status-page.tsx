// Back from the direct debit page (/bridgeapi/payment_status): what the server says of the payment.
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OutsidePage } from '../common/outside-page.tsx'
import { PaymentUnknown } from '../common/payment-not-shown.tsx'
import { ReturnedView } from './returned-view.tsx'

const route = getRouteApi('/bridgeapi/payment_status')

export function PaymentStatusPage() {
  const { t } = useTranslation('payin')
  const { ref } = route.useSearch()
  return (
    <OutsidePage title={t('title.direct_debit')}>
      {ref === undefined ? <PaymentUnknown /> : <ReturnedView key={ref} name={ref} />}
    </OutsidePage>
  )
}
