// The operator sent a code: it is typed here, and sent as soon as it is complete.
import type { MobileMoney } from '@jokko/contract/pay-in'
import { CodeInput } from '@jokko/ui/code-input'
import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { keepAnswer } from '../app/query.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { useOneAtATime } from '../common/once.ts'
import { OutcomeCard } from '../common/outcome-card.tsx'
import { problemText } from '../common/problem-text.ts'
import { CancelHere } from './cancel-here.tsx'
import { confirmMobileMoney, mobileMoneyQuery } from './mobile-money-api.ts'
import { codeLength, isOutdated } from './mobile-money-flow.ts'
import './choose-operator.css'

type Props = { readonly name: string; readonly payment: MobileMoney }

const isAboutCode = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'otp_invalid' || error.code === 'otp_required')

function useConfirm({ name, payment }: Props, onRefused: () => void) {
  const queries = useQueryClient()
  const { queryKey } = mobileMoneyQuery(name)
  return useMutation({
    mutationFn: (otp: string) => confirmMobileMoney({ payment_id: payment.reference, otp }),
    onSuccess: answer => keepAnswer(queries, queryKey, answer),
    onError: error => {
      if (isAboutCode(error)) onRefused()
      const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (!isRefusal || isOutdated(error.code)) void queries.invalidateQueries({ queryKey })
    },
  })
}

export function EnterCode({ name, payment }: Props) {
  const { t } = useTranslation(['payin', 'errors'])
  const format = useAmountFormat()
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /** The field was disabled while the server was asked: it is enabled in the frame before. */
  const focusCode = () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input')?.focus()),
    )
  const confirming = useConfirm({ name, payment }, () => {
    setCode('')
    focusCode()
  })
  const one = useOneAtATime()
  const send = (digits: string) => {
    setShort(digits.length < codeLength)
    if (digits.length < codeLength) focusCode()
    else one(() => confirming.mutateAsync(digits))
  }
  const change = (digits: string) => {
    setCode(digits)
    setShort(false)
    if (confirming.isError && digits !== '') confirming.reset()
  }
  const problem = isShort
    ? t('otp_required', { ns: 'errors' })
    : isAboutCode(confirming.error)
      ? t('mobile.code_wrong')
      : undefined
  const { nextAction } = payment
  return (
    <OutcomeCard tone="question" heading={t('mobile.code_title')}>
      <p className="outcome__amount tabular">
        {t('amount', { amount: format(payment.amount, payment.currency) })}
      </p>
      {nextAction !== null && nextAction.message !== '' && (
        <p className="outcome__text">
          <strong>{t('mobile.operator_says', { message: nextAction.message })}</strong>
        </p>
      )}
      <p className="outcome__text">{t('mobile.code_text')}</p>
      <form
        className="operators-form"
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          send(code)
        }}
      >
        <CodeInput
          label={t('mobile.code')}
          length={codeLength}
          value={code}
          onChange={change}
          onComplete={send}
          error={problem}
          disabled={confirming.isPending}
        />
        {confirming.error !== null && !isAboutCode(confirming.error) && (
          <Alert color="clay" role="alert">
            {problemText(confirming.error)}
          </Alert>
        )}
        <div className="outcome__buttons">
          <Button type="submit" loading={confirming.isPending}>
            {t('mobile.confirm')}
          </Button>
          <CancelHere name={name} payment={payment} />
        </div>
      </form>
    </OutcomeCard>
  )
}
