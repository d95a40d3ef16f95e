// What a new beneficiary's form must hold, and what it becomes on the wire.
import type { NewContact } from '@jokko/contract/contacts'
import type { ErrorCode } from '@jokko/contract/errors'
import { isVisibleText } from '@jokko/core/visible-text'
import type { NewBeneficiaryForm, TypedPhone } from './transfer-state.ts'

export type NewBeneficiaryField = 'firstName' | 'lastName' | 'email' | 'companyName'

const looksLikeMail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** Pasted names may bring characters along that nobody sees. */
function nameError(name: string, whenMissing: ErrorCode): ErrorCode | undefined {
  if (name.trim() === '') return whenMissing
  return isVisibleText(name) ? undefined : 'hidden_characters'
}

/** Each field's own sentence when it is missing; an e-mail is needed only where beneficiaries are told by mail. */
export function missingIn(
  form: NewBeneficiaryForm,
  isMailNeeded: boolean,
): Partial<Record<NewBeneficiaryField, ErrorCode>> {
  const { isIndividual } = form
  const email = form.email.trim()
  const missing: Partial<Record<NewBeneficiaryField, ErrorCode>> = {}
  const names = {
    companyName: isIndividual ? undefined : nameError(form.companyName, 'company_name_error'),
    firstName: nameError(form.firstName, isIndividual ? 'FNR' : 'contact_first_name_error'),
    lastName: nameError(form.lastName, isIndividual ? 'LNR' : 'contact_last_name_error'),
  }
  for (const field of ['companyName', 'firstName', 'lastName'] as const)
    if (names[field] !== undefined) missing[field] = names[field]
  if (email === '' && isMailNeeded) missing.email = 'ERQ'
  if (email !== '' && !looksLikeMail(email)) missing.email = 'email_not_valid'
  return missing
}

export function contactOf(form: NewBeneficiaryForm, phone: TypedPhone): NewContact {
  const email = form.email.trim()
  const base = {
    first_name: form.firstName.trim(),
    last_name: form.lastName.trim(),
    phone_number: phone.national,
    country_code: phone.dialCode,
    ...(email === '' ? {} : { email }),
  }
  return form.isIndividual
    ? { ...base, is_individual: true }
    : { ...base, is_individual: false, company_name: form.companyName.trim() }
}
