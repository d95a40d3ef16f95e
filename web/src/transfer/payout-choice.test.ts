// How a beneficiary may be paid: the toggle's rules, what is proposed, and what is missing, field by field.
import { describe, expect, test } from 'vitest'
import { checkPayout, likelyRoute, offeredKinds, payoutGap, payoutRule } from './payout-choice.ts'
import { operatorOf } from './payout-mobile.ts'
import { businessWith, customer, person, tables, withManual } from './payout-testing.ts'
import { freshPayout, type PayoutDraft } from './transfer-state.ts'

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

describe('what is not there', () => {
  const nowhere = { ...tables, operators: [], country: { ...tables.country, cashout_methods: [] } }

  test('No_Withdraw_Mode_Found: nobody pays out there, and the beneficiary has no account', () => {
    expect(payoutGap(person, nowhere)).toBe('No_Withdraw_Mode_Found')
    expect(payoutGap(customer, nowhere)).toBeUndefined()
    expect(payoutGap(person, tables)).toBeUndefined()
  })
  test('No_Operator_Found: mobile money is there, and nobody carries it', () => {
    expect(payoutGap(person, { ...tables, operators: [] })).toBe('No_Operator_Found')
  })
  test('no_withdraw_modes: neither a way out nor an account', () => {
    expect(problemsOf(draft, nowhere)).toEqual(['kind: no_withdraw_modes'])
  })
  test('withdrawalError: what was chosen is not there any more, and nothing else is taken in its place', () => {
    expect(problemsOf({ ...draft, kind: 'wallet' })).toEqual(['kind: withdrawalError'])
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
