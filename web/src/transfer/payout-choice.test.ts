// How a beneficiary may be paid: the toggle's rules, what is proposed, and what is missing, field by field.
import type { Beneficiary } from '@jokko/contract/contacts'
import type { CashOutMethod, CountryDetail } from '@jokko/contract/reference'
import { describe, expect, test } from 'vitest'
import {
  checkPayout,
  likelyRoute,
  offeredKinds,
  operatorOf,
  type PayoutTables,
  payoutRule,
} from './payout-choice.ts'
import { freshPayout, type PayoutDraft } from './transfer-state.ts'

const person: Beneficiary = {
  id: 'ben_1',
  first_name: 'Kouamé',
  last_name: 'Traoré',
  full_name: 'Kouamé Traoré',
  email: null,
  phone_number: '0707070726',
  full_phone_number: '+2250707070726',
  country: 'CI',
  country_code: 225,
  country_id: 2,
  is_individual: true,
  is_active: true,
  is_verified: true,
  has_account: false,
  masked: false,
  company: null,
  favorite_id: null,
}
const customer: Beneficiary = { ...person, has_account: true }
const businessWith = (is_verified: boolean): Beneficiary => ({
  ...customer,
  is_individual: false,
  company: {
    name: 'Atelier SARL',
    registered_id: null,
    city: null,
    country: 'CI',
    is_verified,
    is_active: true,
  },
})

const method = (changes: Partial<CashOutMethod>): CashOutMethod => ({
  id: 201,
  name: 'mobile_money',
  payment_type: { name: 'mobile_money' },
  payment_provider: { name: 'hub2' },
  min_amount: null,
  max_amount: null,
  step: '5',
  currency: 'XOF',
  operator_code: null,
  delivery_minutes: { min: 1, max: 5 },
  ...changes,
})

const country: CountryDetail = {
  id: 2,
  name: 'Côte d’Ivoire',
  code: 'CI',
  country_code: 225,
  currency: 'XOF',
  requires_post_code: false,
  preferred_notification_channel: 'sms',
  is_sending: true,
  is_receiving: true,
  sending_min_amount: null,
  sending_max_amount: null,
  cash_in_methods: [],
  receiving_countries: [],
  cashout_methods: [
    method({ id: 201, operator_code: 'orange_ci' }),
    method({ id: 204, operator_code: 'wave_ci' }),
    method({ id: 205, name: 'bank_transfer', delivery_minutes: { min: 1440, max: 4320 } }),
    method({ id: 209, name: 'balance', currency: 'EUR' }),
  ].map(cashout_method => ({ cashout_method, providers: [] })),
}

const tables: PayoutTables = {
  country,
  operators: [
    { code: 'orange_ci', name: 'Orange Money', country: 'CI', cashout_method_id: 201 },
    { code: 'wave_ci', name: 'Wave', country: 'CI', cashout_method_id: 204 },
  ],
  institutions: [
    {
      institution_id: 'ci_bank_sgci',
      name: 'SGCI',
      type: 'bank_transfer',
      bank_code: 'CI008',
      country: 'CI',
      providers: [],
      cash_out_method: { id: 205, name: 'bank_transfer' },
    },
  ],
  savedMobile: [],
  savedBank: [],
}
const withManual: PayoutTables = {
  ...tables,
  country: {
    ...country,
    cashout_methods: [
      ...country.cashout_methods,
      { cashout_method: method({ id: 206, name: 'manual_bank_transfer' }), providers: [] },
    ],
  },
}

const business = { isIndividual: false }
const individual = { isIndividual: true }
const draft = freshPayout(person)
const check = (changed: PayoutDraft, whom = person, given = tables) =>
  checkPayout(changed, whom, business, given)
const problemsOf = (changed: PayoutDraft, given = tables) => {
  const result = check(changed, person, given)
  return result.ok ? [] : result.problems.map(({ field, code }) => `${field}: ${code}`)
}
const bank = (changes: Partial<PayoutDraft['bank']>): PayoutDraft => ({
  ...draft,
  kind: 'bank_transfer',
  bank: { ...draft.bank, ...changes },
})
const iban = 'CI93 CI00 8011 1301 1342 9120 0589'

describe('the toggle', () => {
  const kinds = offeredKinds(tables)
  const on = { isEnabled: true }
  const off = { isEnabled: false }

  test('is forced on for whoever has no Jokko account', () => {
    expect(payoutRule(off, person, business, kinds)).toEqual({ isEnabled: true, locked: 'no_account' })
  })
  test('is free for a customer', () => {
    expect(payoutRule(off, customer, business, kinds)).toEqual({ isEnabled: false })
    expect(payoutRule(on, customer, business, kinds)).toEqual({ isEnabled: true })
  })
  test('is off from an individual to a verified, active business', () => {
    expect(payoutRule(on, businessWith(true), individual, kinds)).toEqual({
      isEnabled: false,
      locked: 'business',
    })
    expect(payoutRule(on, businessWith(true), business, kinds)).toEqual({ isEnabled: true })
  })
  test('is forced on for a business that is not verified', () => {
    expect(payoutRule(off, businessWith(false), individual, kinds).locked).toBe('unverified_business')
  })
  test('is off where nobody pays out', () => {
    expect(payoutRule(on, customer, business, [])).toEqual({ isEnabled: false, locked: 'no_provider' })
  })
})

describe('mobile money', () => {
  test('comes first, to the own number, with the operator told by it', () => {
    const result = check(draft)
    expect(result.ok && result.payout).toMatchObject({
      kind: 'mobile_money',
      routeId: 201,
      name: 'Orange Money',
      fields: { operator: 'orange_ci', receiver_phonenumber: '0707070726', receiver_country_code: 225 },
    })
  })

  test('a hand-picked operator wins over the prefix, and the one that last paid this number too', () => {
    const picked = { ...draft, mobile: { ...draft.mobile, operator: 'wave_ci' } }
    expect(operatorOf(picked, person, tables)?.code).toBe('wave_ci')
    const saved = {
      id: 'bac_1',
      title: '',
      operator: 'wave_ci',
      country: 'CI',
      country_code: 225,
      phone_number: '0707…0726',
    }
    expect(operatorOf(draft, person, { ...tables, savedMobile: [saved] })?.code).toBe('wave_ci')
  })

  test('another number is checked with its own sentence, and the operator asked where it cannot be told', () => {
    const other = (national: string) => ({
      ...draft,
      mobile: { ...draft.mobile, account: 'other', phone: { dialCode: 225, national } },
    })
    expect(problemsOf(other(''))).toEqual(['phone: PhoneNumberError', 'operator: Select_Operator_Error'])
    expect(problemsOf(other('070707'))).toContain('phone: phone_number_below_min_length')
    expect(problemsOf(other('0505050505'))).toEqual(['operator: Select_Operator_Error'])
  })

  test('a saved account is named by its id, and its masked number can be paid by nobody', () => {
    const saved = {
      id: 'bac_1',
      title: '',
      operator: 'wave_ci',
      country: 'CI',
      country_code: 225,
      phone_number: '0505…0505',
    }
    const chosen = { ...draft, mobile: { ...draft.mobile, account: 'bac_1' } }
    const result = check(chosen, person, { ...tables, savedMobile: [saved] })
    expect(result.ok && result.payout.fields).toEqual({
      operator: 'wave_ci',
      cashout_account_id: 'bac_1',
      receiver_phonenumber: '0505…0505',
      receiver_country_code: 225,
    })
  })
})

describe('a bank account', () => {
  test('refuses a holder with characters that nobody sees', () => {
    expect(problemsOf(bank({ holder: 'Kouamé\u200b Traoré' }))).toContain('holder: hidden_characters')
  })

  test('needs bank, holder and number', () => {
    expect(problemsOf(bank({ holder: '' }))).toEqual([
      'bank: BankNameError',
      'holder: ReceiverFullNameError',
      'iban: iban_required',
    ])
  })

  test('is ready with a right IBAN, however it is spaced', () => {
    const result = check(bank({ institution: 'ci_bank_sgci', iban: iban.toLowerCase() }))
    expect(result.ok && result.payout).toMatchObject({
      routeId: 205,
      name: 'SGCI',
      shown: 'CI93 … 0589',
      fields: {
        institution_id: 'ci_bank_sgci',
        account_holder: 'Kouamé Traoré',
        iban: 'CI93CI0080111301134291200589',
      },
    })
  })

  test('is refused with a wrong IBAN, and with one of another country', () => {
    const chosen = { institution: 'ci_bank_sgci' }
    expect(problemsOf(bank({ ...chosen, iban: iban.replace('0589', '0598') }))).toEqual([
      'iban: Invalid IBAN',
    ])
    expect(problemsOf(bank({ ...chosen, iban: 'FR7630006000011234567890189' }))).toEqual([
      'iban: iban_other_country',
    ])
  })

  test('can be given as a RIB', () => {
    const rib = { bank: 'CI008', branch: '01113', account: '011342912005', key: '89' }
    const right = check(bank({ institution: 'ci_bank_sgci', form: 'rib', rib }))
    expect(right.ok && right.payout.fields).toMatchObject({ rib })
    const wrong = bank({ institution: 'ci_bank_sgci', form: 'rib', rib: { ...rib, key: '98' } })
    expect(problemsOf(wrong)).toEqual(['rib: Invalid IBAN'])
  })

  test('at another bank is paid by hand where that can be done, else said before paying', () => {
    const other = bank({ institution: 'other', bankName: 'Caisse du village', iban })
    expect(problemsOf(other)).toEqual(['bank: bank_not_reached'])
    const result = check(other, person, withManual)
    expect(result.ok && result.payout).toMatchObject({
      kind: 'manual_bank_transfer',
      routeId: 206,
      fields: { bank_name: 'Caisse du village' },
    })
    expect(problemsOf(bank({ institution: 'other', iban }), withManual)).toEqual(['bankName: BankNameError'])
  })

  test('tells its price before it is complete', () => {
    expect(likelyRoute(bank({}), person, business, tables)?.routeId).toBe(205)
  })

  test('is not prefilled with a masked name', () => {
    expect(freshPayout({ ...person, masked: true }).bank.holder).toBe('')
  })
})

test('to a Jokko balance the money goes in euros and without a route', () => {
  const result = check({ ...draft, isEnabled: false }, customer)
  expect(result.ok && result.payout).toMatchObject({ kind: 'balance', currency: 'EUR', routeId: undefined })
})
