// What became of a withdrawal, live: what it cost, what arrives where and when, or why it did not.
import type { Cashout } from '@jokko/contract/withdraw'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { useDuration } from '../common/durations.ts'
import { StepColumns } from '../common/flow-step.tsx'
import { OutcomeCard, type OutcomeTone } from '../common/outcome-card.tsx'
import { type Outcome, outcomeOf } from './withdraw-flow.ts'
import { WithdrawProgress } from './withdraw-progress.tsx'
import '../common/fee-lines.css'
import './withdraw.css'

const toneOf: Record<Outcome, OutcomeTone> = {
  done: 'done',
  under_way: 'progress',
  unknown: 'waiting',
  held: 'waiting',
  failed: 'failed',
  cancelled: 'closed',
  expired: 'closed',
}

/** A wallet needs no word. */
const noticeKinds = ['mobile_money', 'bank_transfer', 'manual_bank_transfer', 'delivery', 'mfi'] as const

/** One below the other: together they rarely fit a line. */
const Parts = ({ of }: { of: readonly (string | null)[] }) =>
  of
    .filter(part => part !== null && part !== '')
    .map(part => (
      <span className="withdraw-part" key={part}>
        {part}
      </span>
    ))

function Facts({ cashout, isOver }: { cashout: Cashout; isOver: boolean }) {
  const { t } = useTranslation(['withdraw', 'statuses'])
  const format = useAmountFormat()
  const { received, payee, kind } = cashout
  const facts = [
    // What was neither taken nor received is not listed as if it were.
    ...(isOver
      ? [{ label: t('panel.amount'), value: format(cashout.amount_in_euros, 'EUR') }]
      : [
          { label: t('panel.fee'), value: format(cashout.applied_fee, 'EUR') },
          { label: t('panel.total'), value: format(cashout.total, 'EUR') },
          { label: t('panel.received'), value: format(received.amount, received.currency) },
        ]),
    { label: t('end.mode'), value: t(`payout.${kind}`, { ns: 'statuses' }) },
    {
      label: t(kind === 'delivery' ? 'end.given_to' : 'end.account'),
      value: <Parts of={[payee.provider_name, payee.number, payee.name]} />,
    },
    { label: t('end.reference'), value: cashout.reference },
  ]
  return (
    <dl className="fee-lines">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="fee-lines__text">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Notice({ cashout }: { cashout: Cashout }) {
  const { t } = useTranslation('withdraw')
  const duration = useDuration()
  const kind = noticeKinds.find(known => known === cashout.kind)
  if (kind === undefined) return null
  return <p className="outcome__text">{t(`end.notice.${kind}`, { time: duration(cashout.delivery) })}</p>
}

type Props = {
  readonly cashout: Cashout
  readonly onHome: () => void
  readonly onDetails: () => void
  readonly onAgain: () => void
}

export function ConfirmationStep({ cashout, onHome, onDetails, onAgain }: Props) {
  const { t } = useTranslation('withdraw')
  const format = useAmountFormat()
  const outcome = outcomeOf(cashout)
  const isOver = ['failed', 'cancelled', 'expired'].includes(outcome)
  return (
    <div className="flow">
      <WithdrawProgress stage="confirmation" />
      <StepColumns>
        <OutcomeCard
          tone={toneOf[outcome]}
          heading={t(`end.${outcome}.heading`)}
          buttons={
            <>
              <Button onClick={onHome}>{t('home_page')}</Button>
              <Button variant="default" onClick={onDetails}>
                {t('end.details')}
              </Button>
              {isOver && (
                <Button variant="subtle" onClick={onAgain}>
                  {t('end.again')}
                </Button>
              )}
            </>
          }
        >
          <p className="outcome__text">
            {outcome === 'done' && cashout.kind === 'delivery'
              ? t('end.done.handed')
              : t(`end.${outcome}.text`, { total: format(cashout.refunded ?? cashout.total, 'EUR') })}
          </p>
          {cashout.failure !== null && <p className="outcome__text">{cashout.failure.message}</p>}
          {outcome === 'under_way' && <Notice cashout={cashout} />}
          <Facts cashout={cashout} isOver={isOver} />
        </OutcomeCard>
      </StepColumns>
    </div>
  )
}
