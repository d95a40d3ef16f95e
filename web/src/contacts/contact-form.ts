// The new contact as it is typed: what is missing, and what is sent. Pure.
import type { NewContact } from '@jokko/contract/contacts'
import type { PhoneErrorCode, PhoneResult } from '@jokko/core/phone'
import { isVisibleText } from '@jokko/core/visible-text'

export type ContactDraft = {
  readonly isIndividual: boolean
  readonly companyName: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly dialCode: number
  readonly national: string
}

export type ContactField = 'companyName' | 'firstName' | 'lastName' | 'email' | 'phone'

export type ContactErrorCode =
  | PhoneErrorCode
  | 'company_name_error'
  | 'contact_first_name_error'
  | 'contact_last_name_error'
  | 'FNR'
  | 'LNR'
  | 'ERQ'
  | 'email_not_valid'
  | 'hidden_characters'

export type ContactErrors = Partial<Record<ContactField, ContactErrorCode>>

export const emptyDraft = (dialCode: number): ContactDraft => ({
  isIndividual: false,
  companyName: '',
  firstName: '',
  lastName: '',
  email: '',
  dialCode,
  national: '',
})

/** In the order of the form: the first one gets the focus. */
export const contactFields: readonly ContactField[] = [
  'companyName',
  'firstName',
  'lastName',
  'phone',
  'email',
]

const isBlank = (text: string): boolean => text.trim() === ''

/** Enough is typed for the button to wake up; the rest is checked when it is pressed. */
export const isReady = (draft: ContactDraft): boolean =>
  !isBlank(draft.firstName) &&
  !isBlank(draft.lastName) &&
  !isBlank(draft.national) &&
  (draft.isIndividual || !isBlank(draft.companyName))

/** Pasted names may bring characters along that nobody sees. */
function nameError(name: string, whenMissing: ContactErrorCode): ContactErrorCode | undefined {
  if (isBlank(name)) return whenMissing
  return isVisibleText(name) ? undefined : 'hidden_characters'
}

function emailError(email: string, isRequired: boolean): ContactErrorCode | undefined {
  if (isBlank(email)) return isRequired ? 'ERQ' : undefined
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'email_not_valid'
}

export function checkContact(
  draft: ContactDraft,
  phone: PhoneResult,
  isEmailRequired: boolean,
): ContactErrors {
  const { isIndividual, companyName, firstName, lastName, email } = draft
  const found: Record<ContactField, ContactErrorCode | undefined> = {
    companyName: isIndividual ? undefined : nameError(companyName, 'company_name_error'),
    firstName: nameError(firstName, isIndividual ? 'FNR' : 'contact_first_name_error'),
    lastName: nameError(lastName, isIndividual ? 'LNR' : 'contact_last_name_error'),
    phone: phone.ok ? undefined : phone.code,
    email: emailError(email, isEmailRequired),
  }
  const errors: ContactErrors = {}
  for (const field of contactFields) if (found[field] !== undefined) errors[field] = found[field]
  return errors
}

export function toNewContact(draft: ContactDraft, national: string): NewContact {
  const shared = {
    first_name: draft.firstName.trim(),
    last_name: draft.lastName.trim(),
    phone_number: national,
    country_code: draft.dialCode,
    ...(isBlank(draft.email) ? {} : { email: draft.email.trim() }),
  }
  return draft.isIndividual
    ? { ...shared, is_individual: true }
    : { ...shared, is_individual: false, company_name: draft.companyName.trim() }
}

export const fullNameOf = (draft: ContactDraft): string =>
  `${draft.firstName.trim()} ${draft.lastName.trim()}`

/** Where the server's field errors belong on this form. */
export const fieldOnWire: Readonly<Record<ContactField, string>> = {
  companyName: 'company_name',
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone_number',
  email: 'email',
}
