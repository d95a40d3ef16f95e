// What is asked: how much, what for, of whom, and for how long.
import type { PaymentRequest } from '@jokko/contract/payment-request'
import { Button, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDraft, removeDraft, writeDraft } from '../app/draft-storage.ts'
import { useUser } from '../app/session.tsx'
import { AmountField } from '../common/amount-field.tsx'
import { useErrorText } from '../common/error-text.ts'
import { focusFirstError, StepHeading } from '../common/flow-step.tsx'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { PhoneField } from '../common/phone-field.tsx'
import { fieldProblem } from '../common/problem-text.ts'
import { countriesQuery, createRequest } from './payment-request-api.ts'
import {
  daysOffered,
  draftOf,
  emptyForm,
  formKept,
  formLike,
  onWire,
  problemsOf,
  type RequestForm,
} from './request-form.ts'

type FieldsProps = {
  readonly form: RequestForm
  readonly onChange: (change: Partial<RequestForm>) => void
  readonly errors: { readonly [field: string]: string | undefined }
  readonly isBusy: boolean
}

function WhoMayPay({ form, onChange, errors, isBusy }: FieldsProps) {
  const { t } = useTranslation('payment-request')
  const { data: countries } = useQuery({ ...countriesQuery, enabled: form.payer === 'phone' })
  return (
    <>
      <Radio.Group
        label={t('ask.payer')}
        value={form.payer}
        onChange={payer => onChange({ payer: payer as RequestForm['payer'] })}
      >
        <div className="request-list">
          {(['anyone', 'email', 'phone'] as const).map(who => (
            <Radio key={who} value={who} label={t(`ask.payer_${who}`)} disabled={isBusy} />
          ))}
        </div>
      </Radio.Group>
      {form.payer === 'email' && (
        <TextInput
          label={t('ask.email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={form.email}
          error={errors['email']}
          disabled={isBusy}
          onChange={event => onChange({ email: event.currentTarget.value })}
        />
      )}
      {form.payer === 'phone' && (
        <PhoneField
          label={t('ask.phone')}
          countries={countries ?? []}
          value={form.phone}
          error={errors['phone']}
          disabled={isBusy}
          onChange={phone => onChange({ phone })}
        />
      )}
    </>
  )
}

function Fields(props: FieldsProps) {
  const { form, onChange, errors, isBusy } = props
  const { t } = useTranslation('payment-request')
  return (
    <>
      <AmountField
        label={t('ask.amount')}
        description={t('ask.fee_note')}
        currency="EUR"
        value={form.amount}
        error={errors['amount']}
        disabled={isBusy}
        onChange={amount => onChange({ amount })}
      />
      <TextInput
        label={t('ask.reason')}
        description={t('ask.reason_hint')}
        maxLength={140}
        value={form.reason}
        error={errors['reason']}
        disabled={isBusy}
        onChange={event => onChange({ reason: event.currentTarget.value })}
      />
      <WhoMayPay {...props} />
      <NativeSelect
        label={t('ask.expiry')}
        value={String(form.days)}
        disabled={isBusy}
        onChange={event => onChange({ days: Number(event.currentTarget.value) })}
        data={daysOffered.map(count => ({ value: String(count), label: t('ask.days', { count }) }))}
      />
    </>
  )
}

type AskFormProps = {
  /** A request that this one repeats. */
  readonly like: PaymentRequest | undefined
  readonly onMade: (request: PaymentRequest) => void
}

const draftName = 'payment_request'

/** What is typed stays through a refresh, until it is asked or repeats another. */
function useKeptForm(like: PaymentRequest | undefined) {
  const { id, country_code: dialCode } = useUser()
  const [form, setForm] = useState(() =>
    like === undefined ? formKept(readDraft(id, draftName), emptyForm(dialCode)) : formLike(like, dialCode),
  )
  const change = (changes: Partial<RequestForm>) => {
    const next = { ...form, ...changes }
    setForm(next)
    writeDraft(id, draftName, draftOf(next))
  }
  return { form, change, forget: () => removeDraft(id, draftName) }
}

export function AskForm({ like, onMade }: AskFormProps) {
  const { t } = useTranslation('payment-request')
  const errorText = useErrorText()
  const { form, change, forget } = useKeptForm(like)
  const [isChecked, setChecked] = useState(false)
  const content = useRef<HTMLFormElement>(null)
  const problems = problemsOf(form)
  const command = useMoneyCommand({
    send: key => createRequest(onWire(form), key),
    onDone: made => {
      forget()
      onMade(made)
    },
    onRefused: () => focusFirstError(content.current),
  })
  const run = () => {
    setChecked(true)
    // After a lost answer, what is asked about was ready when it was pressed.
    if (command.isUnknown || Object.keys(problems).length === 0) command.run()
    else focusFirstError(content.current)
  }
  const textOf = (field: keyof typeof problems, wire: string) => {
    const code = isChecked ? problems[field] : undefined
    return code === undefined ? fieldProblem(command.refusal, wire) : errorText(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <section>
      <StepHeading>{t('ask.heading')}</StepHeading>
      <form ref={content} className="flow-form" onSubmit={submit} noValidate>
        <Fields
          form={form}
          onChange={change}
          isBusy={command.isBusy || command.isUnknown}
          errors={{
            amount: textOf('amount', 'amount'),
            reason: textOf('reason', 'reason'),
            email: textOf('email', 'payer.email'),
            phone: textOf('phone', 'payer.phone_number'),
          }}
        />
        <MoneyButton command={{ ...command, run }} label={t('ask.create')} />
        <Button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden>
          {t('ask.create')}
        </Button>
      </form>
    </section>
  )
}
