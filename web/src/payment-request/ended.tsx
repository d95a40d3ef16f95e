// The end of a request, or the wait for it: paid, on its way, declined, expired, taken back.
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { OutcomeCard, type OutcomeTone } from '../common/outcome-card.tsx'
import { BackHome } from './back-home.tsx'
import { RequestFrame } from './request-frame.tsx'

export type End = 'progress' | 'paid' | 'declined' | 'expired' | 'cancelled'

const tones: Record<End, OutcomeTone> = {
  progress: 'progress',
  paid: 'done',
  declined: 'closed',
  expired: 'closed',
  cancelled: 'closed',
}

export function Ended({ requested, end }: { requested: RequestedPayment; end: End }) {
  const { t } = useTranslation('payment-request')
  const format = useAmountFormat()
  const { payment, transfer } = requested
  const isMoney = end === 'paid' || end === 'progress'
  return (
    <RequestFrame stage={isMoney ? 'confirmation' : undefined}>
      <OutcomeCard
        tone={tones[end]}
        heading={t(`end.${end}`)}
        buttons={
          <>
            <BackHome requested={requested} isCancelled={!isMoney} />
            {isMoney && payment !== null && (
              <Button
                variant="default"
                renderRoot={props => (
                  <Link {...props} to="/dashboard/home" search={{ operation: payment.id }} />
                )}
              >
                {t('end.details')}
              </Button>
            )}
          </>
        }
      >
        <p className="outcome__text">
          {t(`end.${end}_text`, {
            name: transfer.destination_user.full_name,
            amount: format(transfer.amount_without_fee, 'EUR'),
          })}
        </p>
      </OutcomeCard>
    </RequestFrame>
  )
}
