// First half of the first step: how much, in euros or in CFA.
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { AmountPair } from '../common/amount-pair.tsx'
import { useErrorText } from '../common/error-text.ts'
import { focusFirstError, StepForm, StepHeading } from '../common/flow-step.tsx'
import { useDeposit } from './deposit-context.ts'
import { type AmountProblem, amountProblem, cfaRate } from './deposit-flow.ts'
import { DepositFrame } from './deposit-frame.tsx'
import { DepositPanel } from './deposit-panel.tsx'

function useProblemText(): (problem: AmountProblem) => string {
  const { t } = useTranslation('flow')
  const { home } = useDeposit()
  const errorText = useErrorText()
  const format = useAmountFormat()
  const bound = (decimal: string | null) => (decimal === null ? '' : format(decimal, 'EUR'))
  return ({ code, side }) => {
    if (code === 'ambiguous') return t('amount.ambiguous')
    if (code === 'too_many_decimals')
      return t(side === 'target' ? 'amount.too_many_decimals_local' : 'amount.too_many_decimals')
    return errorText(code, { min: bound(home.sending_min_amount), max: bound(home.sending_max_amount) })
  }
}

export function AmountStep() {
  const { t } = useTranslation('deposit')
  const { state, dispatch, home, goTo } = useDeposit()
  const format = useAmountFormat()
  const textOf = useProblemText()
  const content = useRef<HTMLDivElement>(null)
  const [isChecked, setChecked] = useState(false)
  const problem = amountProblem(state, home)
  const isShown = problem !== undefined && (isChecked || problem.isBound || problem.code === 'ambiguous')
  const { sending_min_amount: min, sending_max_amount: max } = home

  const submit = () => {
    setChecked(true)
    if (problem === undefined) goTo('method')
    else focusFirstError(content.current)
  }
  return (
    <DepositFrame stage="Amount" aside={<DepositPanel />}>
      <StepHeading>{t('amount.heading')}</StepHeading>
      <div ref={content}>
        <StepForm onSubmit={submit}>
          <AmountPair
            legend={t('steps.Amount')}
            labels={{ source: t('amount.euros'), target: t('amount.local') }}
            localCurrency={cfaRate.currency}
            amount={state.amount}
            rate={cfaRate}
            errors={isShown ? { [problem.side]: textOf(problem) } : {}}
            onChange={(side, text) => dispatch({ type: 'amount_typed', side, text })}
          />
          {min !== null && max !== null && (
            <p className="flow-note">
              {t('amount.limits', { min: format(min, 'EUR'), max: format(max, 'EUR') })}
            </p>
          )}
        </StepForm>
      </div>
    </DepositFrame>
  )
}
