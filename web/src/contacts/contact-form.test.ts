// The new contact: what is missing, in whose words, and what is sent.
import { expect, test } from 'vitest'
import { checkContact, emptyDraft, isReady, toNewContact } from './contact-form.ts'

const phone = {
  ok: true,
  e164: '+2250701020304',
  national: '0701020304',
  country: 'CI',
  dialCode: 225,
} as const
const person = {
  ...emptyDraft(225),
  isIndividual: true,
  firstName: ' Aya ',
  lastName: 'Koné',
  national: '07 01 02 03 04',
}

test('a person needs both names; a business says whose names are missing', () => {
  expect(checkContact({ ...emptyDraft(225), isIndividual: true }, phone, false)).toEqual({
    firstName: 'FNR',
    lastName: 'LNR',
  })
  expect(checkContact(emptyDraft(225), phone, false)).toEqual({
    companyName: 'company_name_error',
    firstName: 'contact_first_name_error',
    lastName: 'contact_last_name_error',
  })
})

test('the e-mail is asked for only where the country is told by mail', () => {
  expect(checkContact(person, phone, false)).toEqual({})
  expect(checkContact({ ...person, lastName: 'Ko\u202Enan' }, phone, false)).toEqual({
    lastName: 'hidden_characters',
  })
  expect(checkContact(person, phone, true)).toEqual({ email: 'ERQ' })
  expect(checkContact({ ...person, email: 'aya@' }, phone, false)).toEqual({ email: 'email_not_valid' })
})

test('a number that is refused keeps its reason', () => {
  expect(checkContact(person, { ok: false, code: 'benin_phone_error' }, false)).toEqual({
    phone: 'benin_phone_error',
  })
})

test('the button wakes up when everything required is typed', () => {
  expect(isReady(emptyDraft(225))).toBe(false)
  expect(isReady(person)).toBe(true)
  expect(isReady({ ...person, isIndividual: false })).toBe(false)
  expect(isReady({ ...person, isIndividual: false, companyName: 'Clinique du Fleuve' })).toBe(true)
})

test('what is sent has no empty e-mail and keeps the leading zero', () => {
  expect(toNewContact(person, phone.national)).toEqual({
    first_name: 'Aya',
    last_name: 'Koné',
    phone_number: '0701020304',
    country_code: 225,
    is_individual: true,
  })
  expect(
    toNewContact(
      { ...person, isIndividual: false, companyName: ' Clinique ', email: 'a@b.ci ' },
      phone.national,
    ),
  ).toMatchObject({
    company_name: 'Clinique',
    email: 'a@b.ci',
    is_individual: false,
  })
})
