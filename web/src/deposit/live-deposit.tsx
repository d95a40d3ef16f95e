// The end of a deposit, live: waiting for its payment, on its way, on the balance, or closed, with the ways on.
import type { Deposit } from '@jokko/contract/deposit'
import type { OperationDetail } from '@jokko/contract/history'
import { AmountText } from '@jokko/ui/amount-text'
import { RouteSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { eurosInCfa, useAmountFormat } from '../common/amount.tsx'
import { ContinueToPay } from '../common/continue-to-pay.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { OperationRoute } from '../common/operation-route.tsx'
import { problemText } from '../common/problem-text.ts'
import { waitsForPayer } from '../common/way-to-pay.ts'
import type { DepositRoute } from './deposit-address.ts'
import { operationQuery } from './deposit-api.ts'
import { DepositFrame } from './deposit-frame.tsx'
import './deposit-panel.css'

/** The live connection tells at once; this asks where it cannot be had. */
const askAgainMs = 5000

type Stand = 'waiting' | 'progress' | 'done' | 'failed' | 'closed'

function standOf(operation: OperationDetail | undefined): Stand {
  if (operation === undefined) return 'waiting'
  if (operation.aborted) return 'closed'
  const stands = { started: 'waiting', progress: 'progress', done: 'done', failed: 'failed' } as const
  return stands[operation.badge]
}

const amountKey = {
  waiting: 'live.amount_waiting',
  progress: 'live.amount_waiting',
  done: 'live.amount_done',
  failed: 'live.amount_failed',
  closed: 'live.amount_failed',
} as const satisfies Record<Stand, string>

const isOver = (stand: Stand): boolean => stand === 'done' || stand === 'failed' || stand === 'closed'

function useLive(id: string) {
  const { i18n } = useTranslation()
  return useQuery({
    ...operationQuery(id, i18n.language),
    refetchInterval: ({ state }) => (isOver(standOf(state.data)) ? false : askAgainMs),
  })
}

type LiveDepositProps = {
  readonly deposit: Deposit
  readonly route: DepositRoute
  readonly onAgain: (from?: string) => void
}

function Buttons({ deposit, route, onAgain, stand }: LiveDepositProps & { stand: Stand }) {
  const { t } = useTranslation(['deposit', 'flow'])
  const hasFailed = stand === 'failed' || stand === 'closed'
  return (
    <div className="deposit-buttons">
      {hasFailed && <Button onClick={() => onAgain(deposit.id)}>{t('live.other_method')}</Button>}
      <Button variant={stand === 'done' ? 'filled' : 'default'} onClick={() => void route.close()}>
        {t('home', { ns: 'flow' })}
      </Button>
      <Button variant="default" onClick={() => void route.showOperation(deposit.id)}>
        {t('live.details')}
      </Button>
      {stand === 'done' && (
        <Button variant="subtle" onClick={() => onAgain()}>
          {t('live.again')}
        </Button>
      )}
    </div>
  )
}

export function LiveDeposit(props: LiveDepositProps) {
  const { deposit } = props
  const { t } = useTranslation(['deposit', 'common'])
  const format = useAmountFormat()
  const { data: operation, error } = useLive(deposit.id)
  const stand = standOf(operation)
  return (
    <DepositFrame
      stage={deposit.type === 'bank_transfer' ? 'bank_details' : 'complete_payment'}
      isByBank={deposit.type === 'bank_transfer'}
    >
      <div aria-live="polite">
        <StepHeading>{t(`live.${stand}`)}</StepHeading>
      </div>
      <section className="card deposit-card deposit-promise" data-testid="deposit" data-stand={stand}>
        <div>
          <p>{t(amountKey[stand])}</p>
          <AmountText
            main={format(deposit.amount, 'EUR')}
            second={`≈\u00a0${format(eurosInCfa(deposit.amount) ?? '0', 'XOF')}`}
            size="display"
          />
        </div>
        {operation !== undefined && (
          <OperationRoute stops={operation.route} live={!isOver(stand)} orientation="vertical" />
        )}
        {operation === undefined && error === null && (
          <RouteSkeleton label={t('loading', { ns: 'common' })} />
        )}
        {operation === undefined && error !== null && (
          <Alert color="amber" role="status">
            {problemText(error)}
          </Alert>
        )}
        {(stand === 'failed' || stand === 'closed') && <p className="flow-note">{t('live.nothing_taken')}</p>}
        <p className="flow-note">
          {t('live.reference')} <span className="tabular">{deposit.payment_reference}</span>
        </p>
      </section>
      {operation !== undefined && waitsForPayer(operation) && (
        <Suspense>
          <ContinueToPay operation={operation} />
        </Suspense>
      )}
      {!isOver(stand) && <p className="flow-note">{t('live.follow')}</p>}
      <Buttons {...props} stand={stand} />
    </DepositFrame>
  )
}
