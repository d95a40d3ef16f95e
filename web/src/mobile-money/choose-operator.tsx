// The first screen: which operator pays, from which number, and the code where the payer makes it beforehand.
import type { MobileMoney } from '@jokko/contract/pay-in'
import { CodeInput } from '@jokko/ui/code-input'
import { Alert, Button, Radio } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { keepAnswer } from '../app/query.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { onceDrawn } from '../common/focus.ts'
import { useOneAtATime } from '../common/once.ts'
import { OutcomeCard } from '../common/outcome-card.tsx'
import { PhoneField } from '../common/phone-field.tsx'
import { fieldProblem, problemText } from '../common/problem-text.ts'
import { CloseButton, UseAnotherMethod } from '../common/ways-on.tsx'
import { CancelHere } from './cancel-here.tsx'
import { executeMobileMoney, mobileMoneyQuery } from './mobile-money-api.ts'
import {
  type Choice,
  type ChoiceProblems,
  codeLength,
  executeBody,
  isOutdated,
  phoneCountries,
  problemsOf,
  providerOf,
} from './mobile-money-flow.ts'
import './choose-operator.css'

type Props = {
  readonly name: string
  readonly payment: MobileMoney
  /** What was chosen before, when this screen comes again. */
  readonly choice: Choice
  readonly onChoice: (choice: Choice) => void
}

/** Sends the choice; what the server says then is the next screen. */
function useExecute(name: string, onAccepted: () => void) {
  const queries = useQueryClient()
  const { queryKey } = mobileMoneyQuery(name)
  return useMutation({
    mutationFn: executeMobileMoney,
    onSuccess: payment => {
      onAccepted()
      keepAnswer(queries, queryKey, payment)
    },
    onError: error => {
      // An answer that was lost, or a payment that went on meanwhile: the server knows.
      const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (!isRefusal || isOutdated(error.code)) void queries.invalidateQueries({ queryKey })
    },
  })
}

function useShownProblems(problems: ChoiceProblems, error: Error | null) {
  const { t } = useTranslation(['errors', 'payin'])
  const code = error instanceof ApiError ? error.code : undefined
  const isWrongCode = code === 'otp_invalid'
  const shown = {
    provider:
      problems.provider || code === 'Select_Operator_Error'
        ? t('mobile.operator_required', { ns: 'payin' })
        : fieldProblem(error, 'selected_provider'),
    phone: problems.phone ? t(problems.phone) : fieldProblem(error, 'phone_number'),
    code: problems.code
      ? t(problems.code)
      : isWrongCode
        ? t('mobile.code_wrong', { ns: 'payin' })
        : fieldProblem(error, 'otp'),
  }
  const isAtField = Object.values(shown).some(text => text !== undefined)
  return { ...shown, elsewhere: error !== null && !isAtField ? problemText(error) : undefined }
}

/** The first field that needs attention takes the focus, once its error has been drawn. */
function focusFirstError(form: HTMLFormElement | null): void {
  const focus = () => form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  onceDrawn(focus)
}

type OperatorsProps = {
  readonly choice: Choice
  readonly providers: MobileMoney['available_providers']
  readonly problem: string | undefined
  readonly onChoose: (provider: string) => void
}

function Operators({ choice, providers, problem, onChoose }: OperatorsProps) {
  const { t } = useTranslation('payin')
  const chosen = providerOf(choice, providers)
  const isGuessed = chosen !== undefined && choice.provider === undefined && Object.keys(providers).length > 1
  return (
    <Radio.Group
      label={t('mobile.operator')}
      description={isGuessed ? t('mobile.operator_guessed') : undefined}
      value={chosen ?? null}
      onChange={onChoose}
      error={problem}
      errorProps={{ role: 'alert', tabIndex: -1 }}
    >
      <div className="operators">
        {Object.entries(providers).map(([code, { name }]) => (
          <Radio.Card key={code} className="operators__one" value={code}>
            <Radio.Indicator />
            <span>{name}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

function Form({ name, payment, choice, onChoice }: Props) {
  const { t } = useTranslation('payin')
  const providers = payment.available_providers
  const [problems, setProblems] = useState<ChoiceProblems>({})
  const form = useRef<HTMLFormElement>(null)
  // A code that was made beforehand is good for one try.
  const executing = useExecute(name, () => onChoice({ ...choice, code: '' }))
  const shown = useShownProblems(problems, executing.error)
  const chosen = providers[providerOf(choice, providers) ?? '']
  const change = (changed: Partial<Choice>) => {
    onChoice({ ...choice, ...changed })
    setProblems({})
    if (executing.isError) executing.reset()
  }
  const one = useOneAtATime()
  const submit = async () => {
    const { parsePhone } = await import('@jokko/core/phone')
    const found = problemsOf(choice, providers, parsePhone)
    setProblems(found)
    const body = executeBody(payment.reference, choice, providers)
    if (Object.keys(found).length > 0 || body === undefined) return focusFirstError(form.current)
    await executing.mutateAsync(body, { onError: () => focusFirstError(form.current) })
  }
  return (
    <form
      className="operators-form"
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        one(submit)
      }}
    >
      <PhoneField
        label={t('mobile.phone')}
        description={t('mobile.phone_hint')}
        countries={phoneCountries(payment)}
        value={choice.phone}
        onChange={phone => change({ phone })}
        error={shown.phone}
      />
      <Operators
        choice={choice}
        providers={providers}
        problem={shown.provider}
        onChoose={provider => change({ provider })}
      />
      {chosen?.code_first && (
        <CodeInput
          label={t('mobile.code_first')}
          description={
            chosen.code_hint === null
              ? t('mobile.code_first_make')
              : t('mobile.code_first_dial', { code: chosen.code_hint })
          }
          length={codeLength}
          value={choice.code}
          onChange={code => change({ code })}
          error={shown.code}
        />
      )}
      {shown.elsewhere !== undefined && (
        <Alert color="clay" role="alert">
          {shown.elsewhere}
        </Alert>
      )}
      <div className="outcome__buttons">
        <Button type="submit" loading={executing.isPending}>
          {t('mobile.submit')}
        </Button>
        <CancelHere name={name} payment={payment} />
      </div>
    </form>
  )
}

export function ChooseOperator(props: Props) {
  const { t } = useTranslation('payin')
  const format = useAmountFormat()
  const { name, payment } = props
  const { lastPaymentFailure, available_providers } = payment
  const isNone = Object.keys(available_providers).length === 0
  return (
    <OutcomeCard tone="question" heading={t('mobile.choose')}>
      <p className="outcome__amount tabular">
        {t('amount', { amount: format(payment.amount, payment.currency) })}
      </p>
      {lastPaymentFailure !== null && (
        <Alert color="amber" role="status" title={t('mobile.failed_before')}>
          {lastPaymentFailure.message}
        </Alert>
      )}
      {isNone ? (
        <>
          <p className="outcome__text">{t('mobile.no_operator')}</p>
          <div className="outcome__buttons">
            <UseAnotherMethod payment={payment} />
            <CancelHere name={name} payment={payment} />
            <CloseButton />
          </div>
        </>
      ) : (
        <Form {...props} />
      )}
    </OutcomeCard>
  )
}
