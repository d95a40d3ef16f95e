// A new contact, a business or a person; a name that looks made up is asked about, never refused.
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { useUser } from '../app/session.tsx'
import { Dialog } from '../common/dialog.tsx'
import { type Fault, faultsAt, faultText } from '../common/fault.ts'
import { PhoneField } from '../common/phone-field.tsx'
import { problemText } from '../common/problem-text.ts'
import {
  type ContactDraft,
  type ContactField,
  checkContact,
  emptyDraft,
  fieldOnWire,
  fullNameOf,
  isReady,
  toNewContact,
} from './contact-form.ts'
import { addContact, countriesQuery, isRealName } from './contacts-api.ts'
import './new-contact-dialog.css'

type Problems = Partial<Record<ContactField, Fault>>

/** Sends the draft: reads the number, asks about a doubtful name, adds the contact. */
function useAddContact(draft: ContactDraft, isEmailRequired: boolean, onAdded: () => void) {
  const { t } = useTranslation(['contacts', 'errors'])
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const [isDoubted, setDoubted] = useState(false)

  const send = async (isNameConfirmed: boolean) => {
    const { parsePhone } = await import('@jokko/core/phone')
    const phone = parsePhone(draft.national, draft.dialCode)
    const errors = checkContact(draft, phone, isEmailRequired)
    setProblems(errors)
    if (Object.keys(errors).length > 0 || !phone.ok) return
    if (draft.isIndividual && !isNameConfirmed && !(await isRealName(fullNameOf(draft)))) {
      setDoubted(true)
      return
    }
    await addContact(toNewContact(draft, phone.national))
    void notify(t('form.added'), 'success')
    onAdded()
  }

  const submit = async (isNameConfirmed = false) => {
    setBusy(true)
    setDoubted(false)
    try {
      await send(isNameConfirmed)
    } catch (error) {
      const found = faultsAt(error, fieldOnWire)
      setProblems(found)
      if (Object.keys(found).length === 0) void notify(problemText(error), 'failure')
    } finally {
      setBusy(false)
    }
  }
  return { problems, isBusy, isDoubted, submit, goBack: () => setDoubted(false) }
}

function NameDoubt({ name, onBack, onProceed }: { name: string; onBack: () => void; onProceed: () => void }) {
  const { t } = useTranslation('contacts')
  return (
    <Dialog title={t('doubt.title')} onClose={onBack}>
      <p className="dialog-text">{t('doubt.text', { name })}</p>
      <div className="dialog-buttons">
        <Button variant="default" onClick={onBack} data-autofocus>
          {t('doubt.back')}
        </Button>
        <Button onClick={onProceed}>{t('doubt.proceed')}</Button>
      </div>
    </Dialog>
  )
}

type FieldsProps = {
  readonly draft: ContactDraft
  readonly problems: Problems
  readonly isEmailRequired: boolean
  readonly onChange: (changes: Partial<ContactDraft>) => void
}

function Fields({ draft, problems, isEmailRequired, onChange }: FieldsProps) {
  const { t } = useTranslation('contacts')
  const { data: countries = [] } = useQuery(countriesQuery)
  const text = (field: 'companyName' | 'firstName' | 'lastName' | 'email') => ({
    value: draft[field],
    error: faultText(problems[field]),
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ [field]: event.currentTarget.value }),
  })
  return (
    <>
      {!draft.isIndividual && (
        <TextInput label={t('form.company_name')} maxLength={80} {...text('companyName')} />
      )}
      <TextInput
        label={t(draft.isIndividual ? 'form.first_name' : 'form.contact_first_name')}
        maxLength={80}
        {...text('firstName')}
      />
      <TextInput
        label={t(draft.isIndividual ? 'form.last_name' : 'form.contact_last_name')}
        maxLength={80}
        {...text('lastName')}
      />
      <PhoneField
        label={t('form.phone')}
        countries={countries}
        value={{ dialCode: draft.dialCode, national: draft.national }}
        onChange={onChange}
        error={faultText(problems.phone)}
      />
      <TextInput
        label={t(isEmailRequired ? 'form.email' : 'form.email_optional')}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...text('email')}
      />
    </>
  )
}

export function NewContactDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contacts')
  const user = useUser()
  const { data: countries } = useQuery(countriesQuery)
  const [draft, setDraft] = useState(() => emptyDraft(user.country_code))
  const form = useRef<HTMLFormElement>(null)
  const country = countries?.find(known => known.country_code === draft.dialCode)
  const isEmailRequired = country?.preferred_notification_channel === 'mail'
  const adding = useAddContact(draft, isEmailRequired, onClose)
  const change = (changes: Partial<ContactDraft>) => setDraft(previous => ({ ...previous, ...changes }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await adding.submit()
    form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus()
  }

  if (adding.isDoubted) {
    return (
      <NameDoubt name={fullNameOf(draft)} onBack={adding.goBack} onProceed={() => void adding.submit(true)} />
    )
  }
  return (
    <Dialog title={t('form.title')} onClose={onClose}>
      <form className="new-contact" ref={form} onSubmit={submit} noValidate>
        <SegmentedControl
          fullWidth
          aria-label={t('form.kind')}
          value={draft.isIndividual ? 'individual' : 'business'}
          onChange={kind => change({ isIndividual: kind === 'individual' })}
          data={[
            { value: 'business', label: t('form.business') },
            { value: 'individual', label: t('form.individual') },
          ]}
        />
        <Fields
          draft={draft}
          problems={adding.problems}
          isEmailRequired={isEmailRequired}
          onChange={change}
        />
        <Button type="submit" disabled={!isReady(draft)} loading={adding.isBusy}>
          {t('form.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
