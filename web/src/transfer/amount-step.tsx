// Step "amount": euros and the local currency side by side, each following the other, and the reason.
import { isVisibleText } from '@jokko/core/visible-text'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { AmountPair } from '../common/amount-pair.tsx'
import { useErrorText } from '../common/error-text.ts'
import { focusFirstError, StepForm, StepHeading } from '../common/flow-step.tsx'
import { proposedMethod } from './method-choice.ts'
import { StepFrame } from './step-frame.tsx'
import { useTransfer } from './transfer-context.ts'
import { localCurrencyOf } from './transfer-flow.ts'
import { type AmountProblem, amountProblem, highestCeiling } from './transfer-money.ts'
import { TransferPanel } from './transfer-panel.tsx'
import { beneficiaryName } from './transfer-state.ts'
import { usePayer } from './use-payer.ts'
import { useRate } from './use-rate.ts'

const reasonMax = 140

function useProblemText(): (problem: AmountProblem | undefined) => string | undefined {
  const { t } = useTranslation('flow')
  const errorText = useErrorText()
  const format = useAmountFormat()
  return problem => {
    if (problem === undefined) return undefined
    if (problem.code === 'ambiguous') return t('amount.ambiguous')
    if (problem.code === 'too_many_decimals') {
      return t(problem.field === 'local' ? 'amount.too_many_decimals_local' : 'amount.too_many_decimals')
    }
    const bound = problem.bound === undefined ? '' : format(problem.bound, 'EUR')
    return errorText(problem.code, { max: bound, min: bound, amount: bound })
  }
}

function Amounts({ problem }: { problem: AmountProblem | undefined }) {
  const { t } = useTranslation('transfer')
  const { state, dispatch } = useTransfer()
  const { error } = useRate()
  const problemText = useProblemText()
  const text = problemText(problem)
  return (
    <AmountPair
      legend={t('steps.amount')}
      labels={{ source: t('amount.euros'), target: t('amount.local') }}
      localCurrency={localCurrencyOf(state.beneficiary)}
      amount={state.amount}
      rate={state.rate}
      noRate={error === null ? undefined : t('amount.rate_unknown')}
      errors={
        problem?.field === 'local' ? { target: text } : problem?.field === 'euro' ? { source: text } : {}
      }
      onChange={(side, typed) => dispatch({ type: 'amount_typed', side, text: typed })}
    />
  )
}

function useAmountCheck() {
  const { state, home } = useTransfer()
  const payer = usePayer()
  const methods = home.cash_in_methods.map(({ cash_in_method }) => cash_in_method)
  const method = methods.find(({ id }) => id === state.methodId) ?? proposedMethod(methods, payer)
  return amountProblem(state.amount, localCurrencyOf(state.beneficiary), state.rate, {
    min: home.sending_min_amount,
    max: home.sending_max_amount,
    highestMethod: highestCeiling(methods),
    balance: method?.name === 'balance' ? payer.balance : undefined,
  })
}

function reasonErrorOf(reason: string): 'reasonError' | 'hidden_characters' | undefined {
  if (reason.trim() === '') return 'reasonError'
  return isVisibleText(reason) ? undefined : 'hidden_characters'
}

export function AmountStep() {
  const { t } = useTranslation('transfer')
  const { state, dispatch, home, goTo, goBack } = useTransfer()
  const errorText = useErrorText()
  const format = useAmountFormat()
  const content = useRef<HTMLDivElement>(null)
  const [isChecked, setChecked] = useState(false)
  const problem = useAmountCheck()
  const reasonError = reasonErrorOf(state.reason)
  // Too much or too little is said while typing; what is only unfinished waits for "Continue".
  const isShown = isChecked || problem?.bound !== undefined || problem?.code === 'ambiguous'
  const { sending_min_amount: min, sending_max_amount: max } = home

  const submit = () => {
    setChecked(true)
    if (problem === undefined && reasonError === undefined) goTo('method')
    else focusFirstError(content.current)
  }
  return (
    <StepFrame stage="amount" aside={<TransferPanel />}>
      <StepHeading>
        {state.beneficiary === undefined
          ? t('amount.heading')
          : t('amount.heading_to', { name: beneficiaryName(state.beneficiary) })}
      </StepHeading>
      <div ref={content}>
        <StepForm onSubmit={submit} onBack={goBack}>
          <Amounts problem={isShown ? problem : undefined} />
          <TextInput
            label={t('amount.reason')}
            description={t('amount.reason_hint')}
            placeholder={t('amount.reason_placeholder')}
            name="reason"
            value={state.reason}
            maxLength={reasonMax}
            autoComplete="off"
            error={isChecked && reasonError !== undefined ? errorText(reasonError) : undefined}
            onChange={event => dispatch({ type: 'reason_typed', reason: event.currentTarget.value })}
          />
          {min !== null && max !== null && (
            <p className="flow-note">
              {t('amount.limits', { min: format(min, 'EUR'), max: format(max, 'EUR') })}
            </p>
          )}
        </StepForm>
      </div>
    </StepFrame>
  )
}
