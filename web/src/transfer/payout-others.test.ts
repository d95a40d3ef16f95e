// Microfinance, wallets, deliveries and whoever is paid by hand: what is proposed, and what is missing, field by field.
import type { CashOutMethod } from '@jokko/contract/reference'
import { describe, expect, test } from 'vitest'
import { checkPayout, chosenKind, likelyRoute, offeredKinds } from './payout-choice.ts'
import type { PayoutTables } from './payout-tables.ts'
import { method, person, tables, withManual } from './payout-testing.ts'
import { freshPayout, type PayoutDraft } from './transfer-state.ts'

const business = { isIndividual: false }
const draft = freshPayout(person)

const plus = (given: PayoutTables, ...methods: Partial<CashOutMethod>[]): PayoutTables => ({
  ...given,
  country: {
    ...given.country,
    cashout_methods: [
      ...given.country.cashout_methods,
      ...methods.map(changes => ({ cashout_method: method(changes), providers: [] })),
    ],
  },
})

const all: PayoutTables = {
  ...plus(
    withManual,
    { id: 207, name: 'mfi', delivery_minutes: { min: 30, max: 4320 } },
    { id: 208, name: 'delivery' },
    { id: 210, name: 'wallet' },
  ),
  mfis: [
    {
      institution_id: 'ci_mfi_unacoopec_ci',
      name: 'UNACOOPEC-CI',
      type: 'mfi',
      bank_code: null,
      country: 'CI',
      providers: [],
      cash_out_method: { id: 207, name: 'mfi' },
    },
  ],
}

const check = (changed: PayoutDraft, given = all) => checkPayout(changed, person, business, given)
const ready = (changed: PayoutDraft, given = all) => {
  const result = check(changed, given)
  return result.ok ? result.payout : result.problems
}
const problemsOf = (changed: PayoutDraft, given = all) => {
  const result = check(changed, given)
  return result.ok ? [] : result.problems.map(({ field, code }) => `${field}: ${code}`)
}

describe('what is proposed', () => {
  test('is what the country has, mobile money first, then banks, then microfinance', () => {
    expect(offeredKinds(all)).toEqual(['mobile_money', 'bank_transfer', 'mfi', 'wallet', 'delivery'])
    expect(offeredKinds(tables)).toEqual(['mobile_money', 'bank_transfer'])
    expect(chosenKind(draft, offeredKinds({ ...all, operators: [] }))).toBe('bank_transfer')
    const only = {
      ...all.country,
      cashout_methods: [{ cashout_method: method({ name: 'mfi' }), providers: [] }],
    }
    expect(chosenKind(draft, offeredKinds({ country: only, operators: [] }))).toBe('mfi')
  })

  test('has its price before it is complete', () => {
    const empty = { ...draft, kind: 'mfi', mfi: { ...draft.mfi, owner: '' } } as const
    expect(likelyRoute(empty, person, business, all)?.routeId).toBe(207)
  })
})

describe('microfinance', () => {
  const mfi = (changes: Partial<PayoutDraft['mfi']>): PayoutDraft => ({
    ...draft,
    kind: 'mfi',
    mfi: { ...draft.mfi, ...changes },
  })

  test('needs institution, number and owner', () => {
    expect(problemsOf(mfi({ owner: ' ' }))).toEqual([
      'mfi: Select_Mfi_Error',
      'ownerId: MFIAccountNumberError',
      'owner: ReceiverFullNameError',
    ])
    expect(problemsOf(mfi({ owner: 'Awa\u200b Diop' }))).toContain('owner: hidden_characters')
  })

  test('is ready with all three', () => {
    expect(ready(mfi({ institution: 'ci_mfi_unacoopec_ci', ownerId: ' 8120 55-A ' }))).toMatchObject({
      kind: 'mfi',
      routeId: 207,
      name: 'UNACOOPEC-CI',
      shown: '8120 55-A',
      fields: {
        institution_id: 'ci_mfi_unacoopec_ci',
        mfi_owner_id: '8120 55-A',
        mfi_account_name: 'Kouamé Traoré',
      },
    })
  })

  test('a saved account is named by its id alone', () => {
    const saved = {
      id: 'bac_1',
      title: '',
      mfi_name: 'MC2',
      owner_name: '',
      country: 'CI',
      owner_id: '… 55-A',
    }
    expect(ready(mfi({ account: 'bac_1' }), { ...all, savedMfi: [saved] })).toMatchObject({
      name: 'MC2',
      fields: { cashout_account_id: 'bac_1' },
    })
  })
})

describe('a wallet and a delivery', () => {
  test('go to the own number, unless another is typed', () => {
    expect(ready({ ...draft, kind: 'wallet' })).toMatchObject({
      kind: 'wallet',
      routeId: 210,
      fields: { receiver_phonenumber: '0707070726', receiver_fullname: 'Kouamé Traoré' },
    })
    const other = { ...draft.wallet, account: 'other' }
    expect(problemsOf({ ...draft, kind: 'wallet', wallet: other })).toEqual(['phone: validPhone'])
    expect(problemsOf({ ...draft, kind: 'delivery', delivery: { ...draft.delivery, ...other } })).toEqual([
      'phone: PhoneNumberError',
    ])
  })

  test('need a name; where the cash goes may be said', () => {
    const delivery = { ...draft.delivery, name: '' }
    expect(problemsOf({ ...draft, kind: 'delivery', delivery })).toEqual(['name: ReceiverFullNameError'])
    const told = { ...draft.delivery, address: ' Plateau ' }
    expect(ready({ ...draft, kind: 'delivery', delivery: told })).toMatchObject({
      routeId: 208,
      fields: { delivery_address: 'Plateau' },
    })
  })
})

test('another operator is paid by hand, under the name that was typed', () => {
  const mobile = { ...draft.mobile, operator: 'other' }
  expect(problemsOf({ ...draft, mobile })).toEqual(['operatorName: Select_Operator_Error'])
  const named = { ...draft, mobile: { ...mobile, operatorName: 'Wizall Money' } }
  expect(ready(named)).toMatchObject({
    kind: 'manual_bank_transfer',
    routeId: 206,
    name: 'Wizall Money',
    fields: { operator: 'Wizall Money' },
  })
  expect(problemsOf(named, tables)).toEqual(['operator: payout_method_not_configured'])
})

test('an account in Guinea is a bank code and a number', () => {
  const guinea = { ...all, country: { ...all.country, code: 'GN' } }
  const bank = (rib: Partial<PayoutDraft['bank']['rib']>): PayoutDraft => ({
    ...draft,
    kind: 'bank_transfer',
    bank: { ...draft.bank, institution: 'ci_bank_sgci', rib: { ...draft.bank.rib, ...rib } },
  })
  expect(problemsOf(bank({ bank: '010' }), guinea)).toEqual(['rib: Invalid IBAN'])
  expect(ready(bank({ bank: '010', account: '10 22 33 44 55' }), guinea)).toMatchObject({
    shown: '010 … 4455',
    fields: { rib: { bank: '010', branch: '', account: '1022334455', key: '' } },
  })
})
