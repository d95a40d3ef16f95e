// After the deposit was opened: rebuilt from the server by its id, so that any tab and any refresh shows the same.
import type { Deposit } from '@jokko/contract/deposit'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { BankInstructions } from '../common/bank-instructions.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { OurBankChoice } from '../common/our-bank-choice.tsx'
import { bankDetailsQuery } from '../common/our-banks.ts'
import { problemText } from '../common/problem-text.ts'
import type { DepositRoute } from './deposit-address.ts'
import { depositQuery } from './deposit-api.ts'
import { DepositFrame } from './deposit-frame.tsx'
import { DepositFigures } from './deposit-panel.tsx'
import { LiveDeposit } from './live-deposit.tsx'

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('common')
  return (
    <Alert color="clay" role="alert">
      <p className="dialog-text">{problemText(error)}</p>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </Alert>
  )
}

const Figures = ({ deposit }: { deposit: Deposit }) => (
  <DepositFigures
    amount={deposit.amount}
    fee={deposit.fee}
    total={deposit.total_to_pay}
    method={deposit.type}
    reference={deposit.payment_reference}
  />
)

type InstructionsProps = {
  readonly deposit: Deposit
  readonly accountId: number
  readonly route: DepositRoute
}

function Instructions({ deposit, accountId, route }: InstructionsProps) {
  // All texts of the step are there before its heading takes the focus: nothing hides it again to wait for some.
  const { t } = useTranslation(['deposit', 'flow', 'common', 'bank'])
  const format = useAmountFormat()
  const { data, error, refetch } = useQuery(bankDetailsQuery(deposit.id, accountId))
  return (
    <DepositFrame stage="bank_details">
      <StepHeading>{t('bank.heading')}</StepHeading>
      <p className="deposit-lead">{t('bank.text', { amount: format(deposit.total_to_pay, 'EUR') })}</p>
      <div className="deposit-card">
        <section className="card">
          {data !== undefined && <BankInstructions details={data} paymentId={deposit.id} />}
          {data === undefined && error === null && (
            <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />
          )}
          {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
        </section>
        <Figures deposit={deposit} />
        <p className="flow-note">{t('bank.next')}</p>
      </div>
      <div className="deposit-buttons">
        <Button onClick={() => void route.close()}>{t('home', { ns: 'flow' })}</Button>
        <Button variant="subtle" onClick={() => route.goBack('bank')}>
          {t('bank.other_account')}
        </Button>
      </div>
    </DepositFrame>
  )
}

type OpenedDepositProps = {
  readonly depositId: string
  readonly route: DepositRoute
  readonly onAgain: (from?: string) => void
}

export function OpenedDeposit({ depositId, route, onAgain }: OpenedDepositProps) {
  const { t } = useTranslation('common')
  const { data: deposit, error, refetch } = useQuery(depositQuery(depositId))
  const { step, account } = route.address
  if (deposit === undefined) {
    return (
      <DepositFrame stage="complete_payment">
        {error === null ? (
          <FormSkeleton label={t('loading')} fields={3} />
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )}
      </DepositFrame>
    )
  }
  const waitsForBank = deposit.allowed_actions.includes('see_bank_details')
  if (waitsForBank && step === 'bank') {
    return (
      <DepositFrame stage="select_bank" aside={<Figures deposit={deposit} />}>
        <OurBankChoice onChosen={id => void route.goTo('details', { account: id })} />
      </DepositFrame>
    )
  }
  if (waitsForBank && step === 'details' && account !== undefined)
    return <Instructions deposit={deposit} accountId={account} route={route} />
  return <LiveDeposit deposit={deposit} route={route} onAgain={onAgain} />
}
