// The deposit in the making: amounts, ways to pay, and how far what was chosen reaches.
import type { CashInMethod, CountryDetail } from '@jokko/contract/reference'
import { eur, toDecimal } from '@jokko/core/money'
import { describe, expect, it } from 'vitest'
import { draftOf, restoreDeposit } from './deposit-draft.ts'
import {
  amountProblem,
  type DepositState,
  depositMethods,
  depositReducer,
  emptyDeposit,
  needsWallet,
  obstacleOf,
  principalOf,
  quoteRequest,
  reachableStep,
} from './deposit-flow.ts'

const method = (id: number, name: CashInMethod['name'], available = true): CashInMethod => ({
  id,
  name,
  min_amount: null,
  max_amount: '5000.00',
  payment_type: { name },
  payment_provider: { name },
  available,
})
const bank = method(1, 'bank_transfer')
const card = method(5, 'card')
const phone = method(6, 'mobile_money')

const home = {
  id: 24,
  code: 'FR',
  currency: 'EUR',
  sending_min_amount: '5.00',
  sending_max_amount: '50000.00',
  cash_in_methods: [bank, method(2, 'balance'), card, phone].map(cash_in_method => ({ cash_in_method })),
} as CountryDetail

const typed = (text: string, side: 'source' | 'target' = 'source'): DepositState =>
  depositReducer(emptyDeposit(), { type: 'amount_typed', side, text })

describe('the amount', () => {
  it.each([
    ['250', 'source', '250.00'],
    ['10000', 'target', '15.24'],
    ['655957', 'target', '1000.00'],
  ] as const)('%s as %s is %s euros', (text, side, euros) => {
    const principal = principalOf(typed(text, side))
    expect(principal && toDecimal(principal)).toBe(euros)
  })

  it.each([
    ['', 'source', 'the_euro_amount_field_is_required'],
    ['', 'target', 'enterCfa'],
    ['0', 'source', 'cant_deposit_zero'],
    ['0', 'target', 'cant_deposit_zero'],
    ['1.234', 'source', 'ambiguous'],
    ['12,3', 'target', 'too_many_decimals'],
    ['4.99', 'source', 'You_can_send_between'],
    ['50000,01', 'source', 'You_can_send_between'],
    ['100', 'target', 'You_can_send_between'],
  ] as const)('“%s” as %s: %s', (text, side, code) => {
    expect(amountProblem(typed(text, side), home)).toMatchObject({ side, code })
  })

  it('the bounds themselves are taken', () => {
    expect(amountProblem(typed('5'), home)).toBeUndefined()
    expect(amountProblem(typed('50000'), home)).toBeUndefined()
  })
})

describe('the ways to pay', () => {
  it('are all but the balance', () => {
    expect(depositMethods(home).map(({ name }) => name)).toEqual(['bank_transfer', 'card', 'mobile_money'])
  })

  it('a restricted person has the bank transfer; a closed way and one that takes less are not choosable', () => {
    expect(obstacleOf(card, true, eur(100n))).toBe('temp_restriction')
    expect(obstacleOf(bank, true, eur(100n))).toBeUndefined()
    expect(obstacleOf(method(5, 'card', false), false, eur(100n))).toBe('not_open')
    expect(obstacleOf(card, false, eur(500_001n))).toBe('method_limit_error_max')
    expect(obstacleOf(card, false, eur(500_000n))).toBeUndefined()
    expect(obstacleOf({ ...card, min_amount: '20.00' }, false, eur(1_999n))).toBe('method_limit_error_min')
  })

  it('mobile money asks where the phone is, unless it is at home', () => {
    expect(needsWallet(phone, home)).toBe(true)
    expect(needsWallet(phone, { ...home, currency: 'XOF' })).toBe(false)
    expect(needsWallet(card, home)).toBe(false)
  })
})

describe('the steps', () => {
  const chosen = (methodId: number, walletCountryId?: number): DepositState => ({
    ...typed('100'),
    methodId,
    walletCountryId,
  })

  it('reach as far as what was chosen', () => {
    expect(reachableStep(emptyDeposit(), home, 'payment')).toBe('amount')
    expect(reachableStep(typed('100'), home, 'payment')).toBe('method')
    expect(reachableStep(chosen(5), home, 'payment')).toBe('payment')
    expect(reachableStep(chosen(2), home, 'payment')).toBe('method')
    expect(reachableStep(chosen(6), home, 'payment')).toBe('method')
    expect(reachableStep(chosen(6, 2), home, 'payment')).toBe('payment')
    expect(reachableStep(chosen(5), home, 'amount')).toBe('amount')
  })

  it('the price that is asked for is in euros, whatever was typed', () => {
    expect(quoteRequest({ ...typed('10000', 'target'), methodId: 5 }, home)).toEqual({
      kind: 'deposit',
      fix: 'source',
      amount: '15.24',
      currency: 'EUR',
      sending_country: 'FR',
      cashin_method_id: 5,
    })
  })
})

describe('the draft', () => {
  it('comes back after a refresh, but not once its deposit was opened, nor for another operation', () => {
    const state = typed('75')
    expect(restoreDeposit(draftOf(state), undefined)).toEqual(state)
    const opened = depositReducer(state, { type: 'opened', depositId: 'opn_1' })
    expect(restoreDeposit(draftOf(opened), undefined)).toEqual(emptyDeposit())
    expect(restoreDeposit(draftOf(state), 'opn_2')).toEqual(emptyDeposit('opn_2'))
    expect(restoreDeposit({ version: 0 }, undefined)).toEqual(emptyDeposit())
  })
})
