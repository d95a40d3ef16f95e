// Which card, route and account a withdrawal stands for while it is filled in, and what is still missing.
import type { Cashout, OwnBankAccount, OwnMobileAccount, WithdrawMethod } from '@jokko/contract/withdraw'
import { describe, expect, it } from 'vitest'
import { accountProblems } from './account-problems.ts'
import {
  amountProblem,
  cardsOf,
  chosenCard,
  isNewAccount,
  pricedRoute,
  reopenedAccount,
  routeOf,
  savedAccount,
  startWithdrawal,
  type Tables,
  type WithdrawEvent,
  type WithdrawState,
  withdrawReducer,
} from './withdraw-flow.ts'

const method = (
  id: number,
  kind: WithdrawMethod['kind'],
  more: Partial<WithdrawMethod> = {},
): WithdrawMethod => ({
  cashout_method_id: id,
  kind,
  is_sepa: false,
  operator_code: null,
  operator_name: null,
  currency: 'XOF',
  min_amount: '200',
  max_amount: '1500000',
  max_euros: '2286.73',
  delivery: { min: 1, max: 5 },
  price: null,
  refusal: null,
  all: null,
  ...more,
})

const orange = method(201, 'mobile_money', { operator_code: 'orange_ci', operator_name: 'Orange Money' })
const mtn = method(202, 'mobile_money', { operator_code: 'mtn_ci', operator_name: 'MTN MoMo' })
const bank = method(205, 'bank_transfer')
const byHand = method(206, 'manual_bank_transfer')
const cash = method(208, 'delivery')
const sepa = method(2401, 'bank_transfer', { is_sepa: true, currency: 'EUR' })

const own = (id: string, operator: string): OwnMobileAccount => ({
  id,
  title: `My mobile money ${id}`,
  owner_name: 'Awa',
  country: 'CI',
  is_new: false,
  country_code: 225,
  operator,
  phone_number: '0712…5678',
})

const tables = (more: Partial<Tables> = {}): Tables => ({
  cards: cardsOf([orange, mtn, bank, byHand, cash]),
  institutions: [],
  mobile: [],
  bank: [],
  wallet: [],
  ...more,
})

const after = (...events: WithdrawEvent[]): WithdrawState =>
  events.reduce(withdrawReducer, startWithdrawal('Atelier'))

const mobile = (changes: Partial<WithdrawState['mobile']>): WithdrawEvent => ({
  type: 'mobile_changed',
  changes,
})

describe('the cards', () => {
  it('one per way, in their order, with those that are paid by hand beside mobile money and banks', () => {
    const cards = cardsOf([byHand, cash, bank, mtn, orange, method(207, 'mfi')])
    expect(cards.map(({ kind }) => kind)).toEqual(['mobile_money', 'bank_transfer', 'delivery'])
    expect(cards.map(({ byHand: other }) => other?.cashout_method_id)).toEqual([206, 206, undefined])
  })

  it('the first one is chosen until another is', () => {
    expect(chosenCard(after(), tables().cards)?.kind).toBe('mobile_money')
    expect(chosenCard(after({ type: 'card_chosen', kind: 'delivery' }), tables().cards)?.kind).toBe(
      'delivery',
    )
  })
})

describe('the route', () => {
  it.each<[string, WithdrawState, Tables, number | undefined]>([
    ['no operator yet', after(), tables(), undefined],
    ['the chosen operator’s', after(mobile({ operator: 'mtn_ci' })), tables(), 202],
    ['another operator, by hand', after(mobile({ operator: 'other' })), tables(), 206],
    ['the newest own account’s', after(), tables({ mobile: [own('1', 'orange_ci')] }), 201],
    ['an own account that is paid by hand', after(), tables({ mobile: [own('1', 'Celtel')] }), 206],
    [
      'a new account beside an own one',
      after(mobile({ account: 'new' })),
      tables({ mobile: [own('1', 'orange_ci')] }),
      undefined,
    ],
    ['SEPA', after(), tables({ cards: cardsOf([sepa]) }), 2401],
    ['cash', after({ type: 'card_chosen', kind: 'delivery' }), tables(), 208],
  ])('%s', (_, state, known, id) => {
    expect(routeOf(state, known)?.cashout_method_id).toBe(id)
  })

  it('has a price from the first route of the card before it is known', () => {
    expect(pricedRoute(after(), tables())?.cashout_method_id).toBe(201)
  })
})

describe('what is missing', () => {
  it.each<[string, WithdrawEvent[], string[]]>([
    ['all of mobile money', [], ['phone', 'operator']],
    [
      'the name of another operator',
      [mobile({ operator: 'other', phone: { dialCode: 225, national: '07' } })],
      ['operatorName'],
    ],
    ['all of a bank', [{ type: 'card_chosen', kind: 'bank_transfer' }], ['bankName', 'iban']],
    ['nothing of cash', [{ type: 'card_chosen', kind: 'delivery' }], []],
  ])('%s', (_, events, fields) => {
    expect(accountProblems(after(...events), tables(), 'FR').map(({ field }) => field)).toEqual(fields)
  })

  it('nothing of an own account', () => {
    const known = tables({ mobile: [own('1', 'orange_ci')] })
    expect(savedAccount(after(), known)).toBe('1')
    expect(accountProblems(after(), known, 'CI')).toEqual([])
  })

  it('no way at all', () => {
    expect(accountProblems(after(), tables({ cards: [] }), 'CI')).toEqual([
      { field: 'method', code: 'select_cashOut' },
    ])
  })

  it.each([
    ['', '10.00', undefined, 'enterEuros'],
    ['0', '10.00', undefined, 'amount_invalid'],
    ['1,2,3', '10.00', undefined, 'amount_invalid'],
    ['10', '0.00', undefined, 'balance_zero'],
    ['10', '10.00', '10.30', 'Withdrawal_amount'],
    ['11', '10.00', undefined, 'Withdrawal_amount'],
    ['9,70', '10.00', '10.00', undefined],
  ])('"%s" of %s with a total of %s: %s', (text, balance, total, code) => {
    const state = after({ type: 'amount_typed', text })
    expect(amountProblem(state, { balance, total })?.code).toBe(code)
  })
})

describe('an account whose name the bank doubts', () => {
  const kept: OwnBankAccount = {
    id: 'own_1',
    title: 'Compte 0189',
    owner_name: 'Awa',
    country: 'FR',
    is_new: true,
    iban: 'FR76 … 0189',
    bank_name: 'BNP',
  }
  const known = tables({ cards: cardsOf([sepa]), bank: [kept] })
  const typed: WithdrawEvent = {
    type: 'bank_changed',
    changes: { account: 'own_1', keptAs: 'own_1', iban: 'FR7630006000011234567890189', owner: 'Awa' },
  }

  it('is typed on, with all that was typed', () => {
    const state = after(typed, { type: 'bank_reopened', account: kept })
    expect(reopenedAccount(state, known)).toBe('own_1')
    expect(isNewAccount(state, known)).toBe(true)
    expect(state.bank.iban).toBe('FR7630006000011234567890189')
  })

  it('of an older one the number is typed again, and another choice leaves it as it is', () => {
    const older = after({ type: 'bank_reopened', account: kept })
    expect(older.bank).toMatchObject({ owner: 'Awa', bankName: 'BNP', iban: '' })
    expect(accountProblems(older, known, 'FR').map(({ field }) => field)).toEqual(['iban'])
    const other = withdrawReducer(older, { type: 'bank_changed', changes: { account: 'new' } })
    expect(reopenedAccount(other, known)).toBeUndefined()
  })
})

describe('another country and another withdrawal', () => {
  it('a country keeps the amount and forgets the account', () => {
    const state = after({ type: 'amount_typed', text: '12' }, mobile({ operator: 'mtn_ci' }), {
      type: 'country_chosen',
      country: 'SN',
    })
    expect(state).toMatchObject({ amount: '12', country: 'SN' })
    expect(state.mobile.operator).toBeUndefined()
  })

  it('one that is repeated brings its amount, way and account', () => {
    const cashout = {
      country: 'CI',
      amount_in_euros: '30.00',
      kind: 'mobile_money',
      payee: { account_id: 'own_1' },
    } as Cashout
    const state = after({ type: 'repeated', cashout })
    expect(state).toMatchObject({ country: 'CI', amount: '30.00', kind: 'mobile_money' })
    expect(state.mobile.account).toBe('own_1')
  })
})
