// The small rules around the transfer: amounts and limits, ways to pay, durations, names, pauses, addresses.
import type { CashInMethod } from '@jokko/contract/reference'
import { eur } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import { durationWords, payinMinutes } from '../common/durations.ts'
import { qualitiesOf } from '../common/method-qualities.ts'
import { accountDigits, hasRib, ibanLength } from '../common/rib-shape.ts'
import { isPricedOnArrival, obstacleOf, proposedMethod } from './method-choice.ts'
import { contactOf, missingIn } from './new-contact.ts'
import { maskNational } from './phone-mask.ts'
import { readTransferAddress } from './transfer-address.ts'
import { amountProblem, highestCeiling } from './transfer-money.ts'
import { pauseBefore } from './use-sending.ts'

describe('amounts', () => {
  const rate = { currency: 'XOF', rate: '655.957', isFixed: true } as const
  const limits = { min: '5.00', max: '50000.00', highestMethod: '60000.00' }
  const problem = (text: string, side: 'source' | 'target' = 'source', bounds = limits) =>
    amountProblem({ side, text }, 'XOF', rate, bounds)

  test('each mistake has its own sentence', () => {
    expect(problem('')?.code).toBe('the_euro_amount_field_is_required')
    expect(problem('', 'target')?.code).toBe('enterCfa')
    expect(problem('0')?.code).toBe('enterEuros')
    expect(problem('1e3')?.code).toBe('amount_invalid')
    expect(problem('12,345')?.code).toBe('ambiguous')
    expect(problem('1234,567')?.code).toBe('too_many_decimals')
    expect(problem('10,5', 'target')).toEqual({ field: 'local', code: 'too_many_decimals' })
    expect(problem('1 234,56')).toBeUndefined()
  })

  test('nothing, where the balance would pay, is told with the balance', () => {
    const bounds = { ...limits, balance: '123.45' }
    expect(problem('0', 'source', bounds)).toEqual({ field: 'euro', code: 'expectAmount', bound: '123.45' })
    expect(problem('0', 'target', bounds)?.code).toBe('enterCfa')
  })

  test('limits are told with their figure, also when the local amount was typed', () => {
    expect(problem('4,99')).toEqual({ field: 'euro', code: 'the_minimum_transfer_amount_is', bound: '5.00' })
    expect(problem('50000,01')?.code).toBe('the_maximum_transfer_amount_is')
    expect(problem('3000', 'target')?.code).toBe('the_minimum_transfer_amount_is')
    const low = { ...limits, highestMethod: '2000.00' }
    expect(problem('2500', 'source', low)).toEqual({
      field: 'euro',
      code: 'max_amount_exceeded',
      bound: '2000.00',
    })
  })

  test('the highest ceiling counts, not the last', () => {
    expect(
      highestCeiling([{ max_amount: '900.00' }, { max_amount: '50000.00' }, { max_amount: '1.00' }]),
    ).toBe('50000.00')
    expect(highestCeiling([])).toBeUndefined()
  })
})

describe('ways to pay', () => {
  const method = (name: CashInMethod['name'], changes: Partial<CashInMethod> = {}): CashInMethod => ({
    id: 1,
    name,
    min_amount: null,
    max_amount: '50000.00',
    payment_type: { name },
    payment_provider: { name: 'bank' },
    available: true,
    ...changes,
  })
  const payer = { isRestricted: false, balance: '100.00' }
  const asked = { source: eur(10_000n), total: '100.60' } as const
  const bank = method('bank_transfer')
  const balance = method('balance')
  const card = method('card', { available: false })

  test('what stands in the way of each', () => {
    expect(obstacleOf(bank, payer, asked)).toBeUndefined()
    expect(obstacleOf(card, payer, asked)).toBe('not_open')
    expect(obstacleOf(balance, payer, asked)).toBe('insufficient')
    expect(obstacleOf(balance, payer, { ...asked, total: '100.00' })).toBeUndefined()
    expect(obstacleOf(method('bank_transfer', { max_amount: '99.99' }), payer, asked)).toBe(
      'method_limit_error_max',
    )
    expect(obstacleOf(method('bank_transfer', { min_amount: '100.01' }), payer, asked)).toBe(
      'method_limit_error_min',
    )
    expect(obstacleOf(method('bank_transfer', { min_amount: '100.00' }), payer, asked)).toBeUndefined()
  })

  test('a rate that floats is that of the arrival where the money takes days, and is paid out', () => {
    const guinea = { localCurrency: 'GNF', isPaidOut: true } as const
    const slow = (['bank_transfer', 'direct_debit'] as const).map(name => method(name))
    for (const way of slow) {
      expect(obstacleOf(way, payer, asked)).toBeUndefined()
      expect(isPricedOnArrival(way, guinea)).toBe(true)
      expect(isPricedOnArrival(way, { ...guinea, isPaidOut: false })).toBe(false)
      expect(isPricedOnArrival(way, { ...guinea, localCurrency: 'XOF' })).toBe(false)
    }
    for (const fast of ['balance', 'instant_bank_transfer', 'card', 'mobile_money'] as const)
      expect(isPricedOnArrival(method(fast), guinea)).toBe(false)
  })

  test('restricted people have bank transfer only', () => {
    const restricted = { ...payer, isRestricted: true }
    expect(obstacleOf(balance, restricted, asked)).toBe('temp_restriction')
    expect(proposedMethod([balance, bank], restricted)?.name).toBe('bank_transfer')
  })

  test('the balance is proposed where there is some', () => {
    expect(proposedMethod([card, bank, balance], payer)?.name).toBe('balance')
    expect(proposedMethod([card, bank, balance], { ...payer, balance: '0.00' })?.name).toBe('bank_transfer')
    expect(proposedMethod([card], payer)).toBeUndefined()
  })
})

describe('what sets a way to pay apart', () => {
  const days = { min: 1_440, max: 4_320 }
  const atOnce = { min: 0, max: 0 }
  const bank = { id: 1, name: 'bank_transfer', fee: '1.25', minutes: days } as const
  const balance = { id: 2, name: 'balance', fee: '1.50', minutes: atOnce } as const
  const card = { id: 3, name: 'card', fee: '4.75', minutes: atOnce } as const

  test('cheapest and fastest are what beats every other way', () => {
    const of = qualitiesOf([bank, balance])
    expect(of(bank)).toEqual(['cheapest'])
    expect(of(balance)).toEqual(['fastest'])
  })

  test('equals have no label: 0.50 is 0.50 by both ways', () => {
    const of = qualitiesOf([
      { ...bank, fee: '0.50' },
      { ...balance, fee: '0.50' },
    ])
    expect(of(bank)).toEqual([])
    expect(of(balance)).toEqual(['fastest'])
    expect(qualitiesOf([bank, balance, card])(balance)).toEqual([])
    expect(qualitiesOf([bank, balance, card])(card)).toEqual(['most_practical'])
  })

  test('one way can be both', () => {
    expect(qualitiesOf([bank, { ...balance, fee: '1.00' }])(balance)).toEqual(['cheapest', 'fastest'])
  })

  test('nothing is compared with nothing, nor before all figures are there', () => {
    expect(qualitiesOf([bank])(bank)).toEqual([])
    expect(qualitiesOf([bank, { ...balance, fee: undefined }])(bank)).toEqual([])
  })
})

test('durations in words', () => {
  expect(durationWords({ min: 0, max: 0 })).toEqual({ key: 'at_once' })
  expect(durationWords({ min: 0, max: 2 })).toEqual({ key: 'within_minutes', max: 2 })
  expect(durationWords({ min: 1, max: 5 })).toEqual({ key: 'minutes', min: 1, max: 5 })
  expect(durationWords({ min: 30, max: 4320 })).toEqual({ key: 'minutes_hours', min: 30, max: 72 })
  expect(durationWords({ min: 1440, max: 4320 })).toEqual({ key: 'hours', min: 24, max: 72 })
  expect(payinMinutes({ min: 1441, max: 4325 }, { min: 1, max: 5 })).toEqual({ min: 1440, max: 4320 })
})

describe('a new beneficiary', () => {
  const form = { isIndividual: true, firstName: ' Awa ', lastName: 'Ba', email: '', companyName: '' }
  const phone = { dialCode: 225, national: '0707070726' }

  test('each missing field has its own sentence', () => {
    expect(missingIn(form, false)).toEqual({})
    expect(missingIn({ ...form, firstName: ' ', lastName: '' }, false)).toEqual({
      firstName: 'FNR',
      lastName: 'LNR',
    })
    expect(missingIn({ ...form, isIndividual: false, firstName: '' }, false)).toEqual({
      companyName: 'company_name_error',
      firstName: 'contact_first_name_error',
    })
    expect(missingIn(form, true)).toEqual({ email: 'ERQ' })
    expect(missingIn({ ...form, email: 'awa@' }, false)).toEqual({ email: 'email_not_valid' })
  })

  test('on the wire an empty e-mail is left out', () => {
    expect(contactOf(form, phone)).toEqual({
      first_name: 'Awa',
      last_name: 'Ba',
      phone_number: '0707070726',
      country_code: 225,
      is_individual: true,
    })
    const business = contactOf({ ...form, isIndividual: false, companyName: 'Ba SARL' }, phone)
    expect(business).toMatchObject({ is_individual: false, company_name: 'Ba SARL' })
  })
})

test('a masked number keeps at least one digit hidden', () => {
  expect(maskNational('0707070726')).toBe('0707…0726')
  expect(maskNational('66000001')).toBe('660…0001')
})

test('the shape of account numbers by country', () => {
  expect([hasRib('CI'), hasRib('CM'), hasRib('GW'), hasRib('GN')]).toEqual([true, true, false, false])
  expect([accountDigits('CI'), accountDigits('CM'), accountDigits('GN')]).toEqual([12, 11, undefined])
  expect([ibanLength('CI'), ibanLength('GN')]).toEqual([28, undefined])
})

test('the pauses between two questions grow and stay bearable', () => {
  expect([1, 2, 3, 4, 5, 50].map(pauseBefore)).toEqual([2000, 4000, 8000, 16_000, 20_000, 20_000])
})

test('the address takes only what it knows', () => {
  const payment = 'opn_01a21f83-c609-79b9-9a15-78000eea9198'
  expect(readTransferAddress({ step: 'details', payment, account: '2' })).toMatchObject({
    step: 'details',
    payment,
    account: 2,
  })
  expect(readTransferAddress({ step: 'pay', payment: '<b>', account: -1 })).toEqual({
    step: undefined,
    payment: undefined,
    account: undefined,
    to: undefined,
    from: undefined,
  })
})
