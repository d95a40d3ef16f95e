// The actions that are offered on an operation, by state and by who looks.
import { describe, expect, it } from 'vitest'
import { isTerminal, kinds, legalEvents, type StateOf, statesOf } from './lifecycles.ts'
import { type ActionFacts, allowedActions, customerStatus } from './status.ts'

const sender: ActionFacts = { viewer: 'sender', type: 'direct_transfer' }
const receiver: ActionFacts = { viewer: 'receiver', type: 'direct_transfer' }

describe('actions on a transfer', () => {
  it.each<[StateOf<'transfer'>, Partial<ActionFacts>, string[]]>([
    ['funding', {}, ['cancel', 'repeat']],
    ['funding', { byBankTransfer: true, payIn: 'requested' }, ['see_bank_details', 'cancel', 'repeat']],
    ['funding', { payIn: 'processing' }, ['cancel', 'repeat']],
    ['funding', { payIn: 'processing', isOrdered: true }, ['repeat']],
    ['funding', { payIn: 'cancelling' }, ['repeat']],
    ['funding', { payIn: 'collected' }, ['repeat']],
    ['short', { byBankTransfer: true }, ['pay_rest_by_bank', 'send_less', 'refund', 'repeat']],
    [
      'short',
      { byBankTransfer: true, balanceCoversRest: true },
      ['pay_rest_by_bank', 'pay_rest_from_balance', 'send_less', 'refund', 'repeat'],
    ],
    [
      'short',
      { byBankTransfer: true, balanceCoversRest: true, paysRequest: true },
      ['pay_rest_by_bank', 'pay_rest_from_balance', 'refund', 'repeat'],
    ],
    ['screening', {}, ['repeat']],
    ['pricing', {}, ['cancel', 'repeat']],
    ['on_balance', {}, ['cancel', 'repeat']],
    ['on_balance', { balanceCoversRest: true }, ['send_at_todays_rate', 'cancel', 'repeat']],
    ['sending', {}, ['repeat']],
    ['unknown', {}, ['repeat']],
    ['held', {}, ['repeat']],
    ['paid', {}, ['repeat', 'download_receipt']],
    ['refunded', {}, ['repeat']],
    ['cancelled', {}, ['repeat']],
  ])('%s %j: %j', (state, facts, actions) => {
    expect(allowedActions('transfer', state, { ...sender, ...facts })).toEqual(actions)
  })

  it('a receiver can only look', () => {
    for (const state of statesOf('transfer')) {
      if (customerStatus('transfer', state).status === 'payment_requested') continue
      expect(allowedActions('transfer', state, receiver)).toEqual([])
    }
  })

  it('cancel and refund are only offered where the table allows the move', () => {
    for (const kind of ['transfer', 'deposit', 'bulk'] as const) {
      for (const state of statesOf(kind)) {
        const offered = allowedActions(kind, state, sender)
        if (!offered.includes('cancel') && !offered.includes('refund')) continue
        expect(legalEvents(kind, state)).toContain('cancelled')
      }
    }
  })

  it('an operation that ended offers nothing that would change it', () => {
    for (const kind of kinds) {
      for (const state of statesOf(kind)) {
        if (!isTerminal(kind, state)) continue
        const changing = allowedActions(kind, state, sender).filter(
          action => !['repeat', 'use_another_method', 'download_receipt'].includes(action),
        )
        expect(changing).toEqual([])
      }
    }
  })
})

describe('actions on other kinds', () => {
  const as = (type: ActionFacts['type'], facts: Partial<ActionFacts> = {}): ActionFacts => ({
    ...sender,
    type,
    ...facts,
  })

  it('a deposit that failed offers another method, any other a repeat', () => {
    expect(allowedActions('deposit', 'failed', as('deposit'))).toEqual(['use_another_method'])
    expect(allowedActions('deposit', 'aborted', as('deposit'))).toEqual(['use_another_method'])
    expect(allowedActions('deposit', 'completed', as('deposit'))).toEqual(['repeat', 'download_receipt'])
    expect(allowedActions('deposit', 'requested', as('deposit', { byBankTransfer: true }))).toEqual([
      'see_bank_details',
      'cancel',
      'repeat',
    ])
  })

  it('a withdrawal is never cancelled from the drawer', () => {
    for (const state of statesOf('withdrawal')) {
      expect(allowedActions('withdrawal', state, as('withdraw'))).not.toContain('cancel')
    }
    expect(allowedActions('withdrawal', 'created', as('withdraw'))).toEqual(['enter_code', 'repeat'])
    expect(allowedActions('withdrawal', 'booked', as('pay_out'))).toEqual(['repeat', 'download_receipt'])
  })

  it('a bulk', () => {
    expect(allowedActions('bulk', 'paying', as('bulk_transfer'))).toEqual(['cancel', 'repeat'])
    expect(allowedActions('bulk', 'running', as('bulk_transfer'))).toEqual(['repeat'])
    expect(allowedActions('bulk', 'running', { ...as('bulk_transfer'), hasUnsentRows: true })).toEqual([
      'cancel',
      'repeat',
    ])
    expect(allowedActions('bulk', 'done', as('bulk_transfer'))).toEqual(['repeat', 'download_receipt'])
  })

  it('a payment request has no receipt of its own', () => {
    expect(allowedActions('transfer', 'paid', as('payment_request'))).toEqual(['repeat'])
  })

  it('who asked for money shows the link again or takes it back, until it is over', () => {
    for (const state of ['open', 'accepted'] as const)
      expect(allowedActions('request', state, as('payment_request'))).toEqual([
        'show_link',
        'cancel',
        'repeat',
      ])
    expect(allowedActions('request', 'paid', as('payment_request'))).toEqual(['repeat'])
  })

  it('who is asked to pay may repeat, as published for that status', () => {
    const asked: ActionFacts = { viewer: 'receiver', type: 'payment_request' }
    expect(allowedActions('request', 'open', asked)).toEqual(['repeat'])
    expect(allowedActions('request', 'declined', asked)).toEqual([])
  })

  it('a reward offers nothing', () => {
    expect(allowedActions('deposit', 'completed', as('campaign_referral_reward'))).toEqual([])
  })
})
