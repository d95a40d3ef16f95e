// The form for a number that nobody has yet: a person or a business, with a second look at doubtful names.
import type { Beneficiary, NewContact } from '@jokko/contract/contacts'
import { Alert, SegmentedControl, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { readAgain } from '../app/query.ts'
import { useErrorText } from '../common/error-text.ts'
import { type Fault, faultsAt, faultText } from '../common/fault.ts'
import { focusFirstError, StepForm, StepHeading } from '../common/flow-step.tsx'
import { phoneText } from '../common/phone-text.ts'
import { QuestionDialog } from '../common/question-dialog.tsx'
import { contactOf, missingIn, type NewBeneficiaryField } from './new-contact.ts'
import { StepFrame } from './step-frame.tsx'
import { checkRealName, countryQuery, createBeneficiary } from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import type { NewBeneficiaryForm } from './transfer-state.ts'

type Problems = Partial<Record<NewBeneficiaryField, Fault>>

const wireNames: Record<NewBeneficiaryField, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  companyName: 'company_name',
}

type DoubtProps = { readonly name: string; readonly onBack: () => void; readonly onProceed: () => void }

function NameDoubt({ name, onBack, onProceed }: DoubtProps) {
  const { t } = useTranslation('transfer')
  const errorText = useErrorText()
  return (
    <QuestionDialog
      title={t('name_doubt.title', { name })}
      text={errorText('inhuman_name_error')}
      safe={{ label: t('name_doubt.go_back_and_change'), onGive: onBack }}
      other={{ label: t('name_doubt.proceed'), onGive: onProceed }}
    />
  )
}

function useCreation(onCreated: (beneficiary: Beneficiary) => void) {
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<Fault>()
  const [isBusy, setBusy] = useState(false)
  const [doubted, setDoubted] = useState<NewContact>()

  const showRefusal = (error: unknown) => {
    const found = faultsAt(error, wireNames)
    setProblems(found)
    if (Object.keys(found).length === 0) setFailure({ error, at: ['phone_number', 'country_code'] })
  }

  const guarded = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  const create = (contact: NewContact) =>
    guarded(async () => {
      setDoubted(undefined)
      onCreated((await createBeneficiary(contact)).beneficiary)
    })

  const submit = (contact: NewContact, missing: Problems) => {
    setProblems(missing)
    if (Object.keys(missing).length > 0) return Promise.resolve()
    return guarded(async () => {
      const { isRealName } = await checkRealName(`${contact.first_name} ${contact.last_name}`)
      if (!isRealName) setDoubted(contact)
      else onCreated((await createBeneficiary(contact)).beneficiary)
    })
  }
  return { problems, setProblems, failure, isBusy, doubted, setDoubted, submit, create }
}

export function NewBeneficiary() {
  const { t } = useTranslation(['transfer', 'common', 'errors'])
  const { state, dispatch, goTo, goBack } = useTransfer()
  const client = useQueryClient()
  const content = useRef<HTMLDivElement>(null)
  const phone = state.lookup?.phone ?? state.phone
  const shownPhone = phoneText(`+${phone.dialCode}${phone.national.replace(/\D/g, '')}`, phone.dialCode)
  const form = state.newBeneficiary
  const { data: country } = useQuery(countryQuery(String(phone.dialCode)))
  const isMailNeeded = country?.preferred_notification_channel === 'mail'
  const creation = useCreation(beneficiary => {
    dispatch({ type: 'beneficiary_chosen', beneficiary })
    void readAgain(client, ['contacts'])
    void notify(t('who.contact_added'), 'success')
    goTo('amount')
  })

  const change = (changes: Partial<NewBeneficiaryForm>) => {
    dispatch({ type: 'new_beneficiary_typed', form: { ...form, ...changes } })
    const changed = Object.keys(changes)
    creation.setProblems(old =>
      Object.fromEntries(Object.entries(old).filter(([name]) => !changed.includes(name))),
    )
  }
  const submit = async () => {
    await creation.submit(contactOf(form, phone), missingIn(form, isMailNeeded))
    focusFirstError(content.current)
  }
  const input = (field: NewBeneficiaryField, label: string) => ({
    label,
    value: form[field],
    error: faultText(creation.problems[field]),
    disabled: creation.isBusy,
    maxLength: field === 'email' ? 254 : 80,
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [field]: event.currentTarget.value }),
  })

  return (
    <StepFrame stage="beneficiary">
      <StepHeading>{t('who.heading_new')}</StepHeading>
      <div ref={content}>
        <StepForm onSubmit={() => void submit()} onBack={goBack} isBusy={creation.isBusy}>
          <p className="flow-note">{t('who.new_text', { phone: shownPhone })}</p>
          {creation.failure !== undefined && (
            <Alert color="clay" role="alert" data-step-error tabIndex={-1}>
              {faultText(creation.failure)}
            </Alert>
          )}
          <SegmentedControl
            aria-label={t('who.account_type')}
            fullWidth
            size="md"
            value={form.isIndividual ? 'individual' : 'business'}
            data={[
              { value: 'individual', label: t('who.individual') },
              { value: 'business', label: t('who.business') },
            ]}
            onChange={value => change({ isIndividual: value === 'individual' })}
          />
          {!form.isIndividual && <TextInput {...input('companyName', t('who.company_name'))} />}
          <TextInput
            {...input('firstName', t(form.isIndividual ? 'who.first_name' : 'who.contact_first_name'))}
          />
          <TextInput
            {...input('lastName', t(form.isIndividual ? 'who.last_name' : 'who.contact_last_name'))}
            description={t('who.names_hint')}
          />
          <TextInput
            {...input('email', t(isMailNeeded ? 'who.email' : 'who.email_optional'))}
            type="email"
            inputMode="email"
            description={t('who.email_hint')}
          />
        </StepForm>
      </div>
      {creation.doubted !== undefined && (
        <NameDoubt
          name={`${creation.doubted.first_name} ${creation.doubted.last_name}`}
          onBack={() => creation.setDoubted(undefined)}
          onProceed={() => creation.doubted && void creation.create(creation.doubted)}
        />
      )}
    </StepFrame>
  )
}
