// The end of a request, or the wait for it: paid, on its way, short of money or on its way back, declined, expired, taken
// back.
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { OutcomeCard, type OutcomeTone } from '../common/outcome-card.tsx'
import { BackHome } from './back-home.tsx'
import { RequestFrame } from './request-frame.tsx'

export type End = 'progress' | 'short' | 'returning' | 'paid' | 'declined' | 'expired' | 'cancelled'

const tones: Record<End, OutcomeTone> = {
  progress: 'progress',
  short: 'waiting',
  returning: 'progress',
  paid: 'done',
  declined: 'closed',
  expired: 'closed',
  cancelled: 'closed',
}

/** Where the payer follows the payment, or says how it goes on. */
function ToPayment({ id, end }: { id: string; end: End }) {
  const { t } = useTranslation('payment-request')
  return (
    <Button
      variant={end === 'short' ? 'filled' : 'default'}
      renderRoot={props => <Link {...props} to="/dashboard/home" search={{ operation: id }} />}
    >
      {t(end === 'short' ? 'end.short_choose' : 'end.details')}
    </Button>
  )
}

export function Ended({ requested, end }: { requested: RequestedPayment; end: End }) {
  const { t } = useTranslation('payment-request')
  const format = useAmountFormat()
  const { payment, transfer } = requested
  const isMoney = !['declined', 'expired', 'cancelled'].includes(end)
  const toPayment = isMoney && payment !== null && <ToPayment id={payment.id} end={end} />
  return (
    <RequestFrame stage={isMoney ? 'confirmation' : undefined}>
      <OutcomeCard
        tone={tones[end]}
        heading={t(`end.${end}`)}
        buttons={
          end === 'short' ? (
            toPayment
          ) : (
            <>
              <BackHome requested={requested} isCancelled={!isMoney} />
              {toPayment}
            </>
          )
        }
      >
        <p className="outcome__text">
          {t(`end.${end}_text`, {
            name: transfer.destination_user.full_name,
            amount: format(transfer.amount_without_fee, 'EUR'),
            total: format(payment?.total_to_pay ?? transfer.amount_without_fee, 'EUR'),
          })}
        </p>
      </OutcomeCard>
    </RequestFrame>
  )
}
