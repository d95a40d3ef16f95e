// A request in the making: what misses, and what is sent.
import { describe, expect, test } from 'vitest'
import { draftOf, emptyForm, formKept, formLike, onWire, problemsOf } from './request-form.ts'

const form = { ...emptyForm(33), amount: '1 234,50', reason: ' Facture 12 ' }

describe('what misses', () => {
  test('everything at first', () => {
    expect(problemsOf(emptyForm(33))).toEqual({
      amount: 'the_euro_amount_field_is_required',
      reason: 'reasonError',
    })
  })
  test('nothing once it is filled in', () => expect(problemsOf(form)).toEqual({}))
  test('an amount that is none, or nothing', () => {
    expect(problemsOf({ ...form, amount: '1e3' }).amount).toBe('amount_invalid')
    expect(problemsOf({ ...form, amount: '0,00' }).amount).toBe('enterEuros')
  })
  test('whom it names', () => {
    expect(problemsOf({ ...form, payer: 'email', email: 'claire' }).email).toBe('email_not_valid')
    expect(problemsOf({ ...form, payer: 'phone' }).phone).toBe('PhoneNumberError')
  })
})

test('the same again', () => {
  const before = {
    amount: '250.50',
    reason: 'Loyer',
    payer: { email: 'claire@jokko.example', phone_number: null },
  }
  expect(onWire(formLike(before, 33))).toEqual({
    amount: '250.50',
    reason: 'Loyer',
    expires_in: 604_800,
    payer: { email: 'claire@jokko.example' },
  })
  expect(formLike({ ...before, payer: null }, 33).payer).toBe('anyone')
  expect(formLike(undefined, 33)).toEqual(emptyForm(33))
})

describe('what is sent', () => {
  test('the amount as the wire writes it, and the days in seconds', () => {
    expect(onWire(form)).toEqual({ amount: '1234.50', reason: 'Facture 12', expires_in: 604_800 })
  })
  test('only the payer that was chosen', () => {
    const typed = { ...form, email: 'claire@jokko.example', phone: { dialCode: 33, national: '612345678' } }
    expect(onWire({ ...typed, payer: 'email' }).payer).toEqual({ email: 'claire@jokko.example' })
    expect(onWire({ ...typed, payer: 'phone' }).payer).toEqual({
      phone_number: '612345678',
      country_code: 33,
    })
  })
})

test('what was typed comes back as it was; what is no form is none', () => {
  const typed = { ...form, payer: 'phone', phone: { dialCode: 221, national: '77 12' }, days: 30 } as const
  expect(formKept(JSON.parse(JSON.stringify(draftOf(typed))), emptyForm(33))).toEqual(typed)
  for (const nothing of [undefined, null, 'x', { amount: 5, payer: 'all', days: 2, dialCode: '33' }])
    expect(formKept(nothing, emptyForm(33))).toEqual(emptyForm(33))
})
