// What customers see: every state's status and badge, and the timeline's hiding rules.
import { describe, expect, it } from 'vitest'
import { type eventsOf, initialState, type Kind, kinds, move, type StateOf, statesOf } from './lifecycles.ts'
import { customerStatus, type PastMove, type StatusFacts, statesShowing, timelineSteps } from './status.ts'

/** kind, state, status, badge; `!` aborted, `?` outcome unknown. */
const told = `
payIn started payment_started started
payIn requested payment_requested started
payIn action_required payment_requested started
payIn processing payment_requested started
payIn cancelling payment_requested started
payIn collected payment_completed done
payIn failed payment_failed failed
payIn aborted payment_failed failed !
payIn expired payment_failed failed !
transfer funding payment_started started
transfer short pending progress
transfer screening transfer_in_progress progress
transfer pricing transfer_in_progress progress
transfer on_balance pending progress
transfer held suspicious failed
transfer frozen suspicious failed
transfer sending transfer_in_progress progress
transfer waiting pending progress
transfer sent transfer_in_progress progress
transfer unknown transfer_in_progress progress ?
transfer returned transfer_failed failed
transfer refunding transfer_failed failed
transfer paid transfer_completed done
transfer refunded transfer_failed failed
transfer failed payment_failed failed
transfer aborted payment_failed failed !
transfer expired payment_failed failed !
transfer cancelled payment_failed failed !
withdrawal created withdraw_requested started
withdrawal verified withdraw_pending progress
withdrawal screening withdraw_pending progress
withdrawal sent withdraw_in_progress progress
withdrawal unknown withdraw_in_progress progress ?
withdrawal booked withdraw_completed done
withdrawal failed withdraw_failed failed
withdrawal returned withdraw_failed failed
withdrawal expired withdraw_failed failed
withdrawal cancelled withdraw_failed failed !
deposit requested payment_requested started
deposit processing deposit_in_progress progress
deposit completed deposit_completed done
deposit failed deposit_failed failed
deposit aborted deposit_failed failed !
bulk draft payment_started started
bulk checked payment_started started
bulk paying payment_requested started
bulk running transfer_in_progress progress
bulk done transfer_completed done
bulk failed payment_failed failed
bulk expired payment_failed failed !
request open payment_requested started
request accepted payment_requested started
request paid payment_completed done
request declined payment_failed failed !
request expired payment_failed failed !
request cancelled payment_failed failed !
refund asked pending progress
refund sent pending progress
refund unknown pending progress ?
refund waiting pending progress
refund done payment_completed done
refund credited payment_completed done
return reported pending progress
return confirmed transfer_failed failed
return given_back transfer_failed failed
dispute opened suspicious failed
dispute contested suspicious failed
dispute lost suspicious failed
dispute won payment_completed done
dispute settled payment_completed done
dispute written_off payment_failed failed`
  .trim()
  .split('\n')
  .map(line => line.split(' ') as [Kind, StateOf<Kind>, string, string, string?])

describe('the status of', () => {
  it.each(told)('%s %s is %s (%s)', (kind, state, status, badge, flag) => {
    const view = customerStatus(kind, state)
    expect(view).toMatchObject({ status, badge, aborted: flag === '!' })
    expect(view.unknown ?? false).toBe(flag === '?')
  })

  it('every state of every kind is told', () => {
    const all = kinds.flatMap(kind => statesOf(kind).map(state => `${kind} ${state}`))
    expect(new Set(told.map(([kind, state]) => `${kind} ${state}`))).toEqual(new Set(all))
  })

  it('a state that does not exist is an error of the program', () => {
    expect(() => customerStatus('transfer', 'booked' as StateOf<'transfer'>)).toThrow(RangeError)
  })

  it.each<[StatusFacts, string]>([
    [{}, 'payment_started'],
    [{ payIn: 'started' }, 'payment_started'],
    [{ payIn: 'requested' }, 'payment_requested'],
    [{ payIn: 'action_required' }, 'payment_requested'],
    [{ payIn: 'processing' }, 'payment_requested'],
    [{ payIn: 'cancelling' }, 'payment_requested'],
    [{ payIn: 'collected' }, 'payment_completed'],
    [{ payIn: 'collected', byBankTransfer: true }, 'funds_received'],
  ])('a transfer that waits for its money follows its pay-in: %j is %s', (facts, status) => {
    expect(customerStatus('transfer', 'funding', facts).status).toBe(status)
  })

  it('a pay-in says nothing about a transfer that went on', () => {
    expect(customerStatus('transfer', 'paid', { payIn: 'collected' }).status).toBe('transfer_completed')
    expect(customerStatus('transfer', 'short', { payIn: 'requested' }).status).toBe('pending')
  })

  it('a bank transfer that came is "funds received"', () => {
    expect(customerStatus('payIn', 'collected', { byBankTransfer: true })).toEqual({
      status: 'funds_received',
      aborted: false,
      badge: 'done',
      step: 'funds_received',
    })
  })
})

describe('the step reached', () => {
  it('of a payment that was given up is payment_aborted, of one that failed payment_failed', () => {
    expect(customerStatus('transfer', 'aborted').step).toBe('payment_aborted')
    expect(customerStatus('transfer', 'expired').step).toBe('payment_aborted')
    expect(customerStatus('transfer', 'failed').step).toBe('payment_failed')
    expect(customerStatus('bulk', 'expired').step).toBe('payment_aborted')
  })

  it('of a transfer on its way is the payment, of one that arrived the transfer', () => {
    expect(customerStatus('transfer', 'sending').step).toBe('payment_completed')
    expect(customerStatus('transfer', 'unknown').step).toBe('payment_completed')
    expect(customerStatus('transfer', 'paid').step).toBe('transfer_completed')
    expect(customerStatus('withdrawal', 'booked').step).toBe('withdraw_completed')
    expect(customerStatus('deposit', 'completed').step).toBe('deposit_completed')
  })
})

describe('states by status', () => {
  it.each([
    ['transfer', 'transfer_in_progress', ['screening', 'pricing', 'sending', 'sent', 'unknown']],
    ['transfer', 'suspicious', ['held', 'frozen']],
    ['transfer', 'transfer_failed', ['returned', 'refunding', 'refunded']],
    ['withdrawal', 'withdraw_pending', ['verified', 'screening']],
    ['deposit', 'transfer_completed', []],
  ] as const)('%s shows %s in %j', (kind, status, states) => {
    expect(statesShowing(kind, status)).toEqual(states)
  })
})

const at = (minute: number): string => `2026-11-27T10:${String(minute).padStart(2, '0')}:00Z`

/** Follows events from the start and returns the moves, one a minute. */
const lived = <K extends Kind>(kind: K, ...events: ReturnType<typeof eventsOf<K>>[number][]): PastMove[] => {
  let state: StateOf<K> = initialState[kind]
  return events.map((event, minute) => {
    const next = move(kind, state, event)
    if (!next) throw new Error(`${kind}: no ${event} in ${state}`)
    state = next.to
    return { to: state, at: at(minute) }
  })
}

describe('the timeline of a transfer', () => {
  it('before anything happened: both steps on hold', () => {
    expect(timelineSteps('transfer', [])).toEqual([
      { step: 'payment_completed', state: 'waiting' },
      { step: 'transfer_completed', state: 'waiting' },
    ])
  })

  it('on its way: paid for, not yet arrived', () => {
    const moves = lived('transfer', 'funds_complete', 'screening_passed', 'accepted')
    expect(timelineSteps('transfer', moves)).toEqual([
      { step: 'payment_completed', at: at(0), state: 'done' },
      { step: 'transfer_completed', state: 'waiting' },
    ])
  })

  it('arrived', () => {
    const moves = lived('transfer', 'funds_complete', 'screening_passed', 'accepted', 'paid')
    expect(timelineSteps('transfer', moves)).toEqual([
      { step: 'payment_completed', at: at(0), state: 'done' },
      { step: 'transfer_completed', at: at(3), state: 'done' },
    ])
  })

  it('to a Jokko balance, arrived at once', () => {
    const steps = timelineSteps('transfer', lived('transfer', 'funds_complete', 'credited'))
    expect(steps.map(step => step.state)).toEqual(['done', 'done'])
  })

  it.each(['aborted', 'expired', 'cancelled'] as const)(
    '%s hides the failed and the completed steps',
    event => {
      expect(timelineSteps('transfer', lived('transfer', event))).toEqual([
        { step: 'payment_aborted', at: at(0), state: 'failed' },
      ])
    },
  )

  it('cancelled after it was paid for: only that', () => {
    expect(timelineSteps('transfer', lived('transfer', 'funds_complete', 'cancelled'))).toEqual([
      { step: 'payment_aborted', at: at(1), state: 'failed' },
    ])
  })

  it('on the balance until its sender decides: told between the payment and the end, and only then', () => {
    const waits = lived('transfer', 'funds_complete', 'rate_wanted', 'put_on_balance')
    expect(timelineSteps('transfer', waits)).toEqual([
      { step: 'payment_completed', at: at(0), state: 'done' },
      { step: 'put_on_balance', at: at(2), state: 'done' },
      { step: 'transfer_completed', state: 'waiting' },
    ])
    const left = lived('transfer', 'funds_complete', 'rate_wanted', 'put_on_balance', 'cancelled')
    expect(timelineSteps('transfer', left)).toEqual([
      { step: 'put_on_balance', at: at(2), state: 'done' },
      { step: 'payment_aborted', at: at(3), state: 'failed' },
    ])
  })

  it('priced on arrival and sent: as any other', () => {
    const moves = lived('transfer', 'funds_complete', 'rate_wanted', 'priced', 'screening_passed', 'paid')
    expect(timelineSteps('transfer', moves).map(({ step, state }) => [step, state])).toEqual([
      ['payment_completed', 'done'],
      ['transfer_completed', 'done'],
    ])
  })

  it('failed hides the aborted and the completed steps', () => {
    expect(timelineSteps('transfer', lived('transfer', 'pay_in_failed'))).toEqual([
      { step: 'payment_failed', at: at(0), state: 'failed' },
    ])
  })

  it('returned: paid for, failed, the money not yet back', () => {
    const moves = lived('transfer', 'funds_complete', 'screening_passed', 'declined')
    expect(timelineSteps('transfer', moves)).toEqual([
      { step: 'payment_completed', at: at(0), state: 'done' },
      { step: 'transfer_failed', at: at(2), state: 'failed' },
      { step: 'refund_completed', state: 'waiting' },
    ])
  })

  it('refunded: with the time of the refund', () => {
    const moves = lived(
      'transfer',
      'funds_complete',
      'screening_passed',
      'outcome_unknown',
      'declined',
      'refund_started',
      'refund_done',
    )
    expect(timelineSteps('transfer', moves)).toEqual([
      { step: 'payment_completed', at: at(0), state: 'done' },
      { step: 'transfer_failed', at: at(3), state: 'failed' },
      { step: 'refund_completed', at: at(5), state: 'done' },
    ])
  })

  it('short and sent back: it was never paid for', () => {
    const moves = lived('transfer', 'funds_short', 'cancelled', 'refund_done')
    expect(timelineSteps('transfer', moves).map(step => step.step)).toEqual([
      'transfer_failed',
      'refund_completed',
    ])
  })

  it('refused after a hold', () => {
    const moves = lived('transfer', 'funds_complete', 'screening_held', 'refused')
    expect(timelineSteps('transfer', moves).map(step => step.state)).toEqual(['done', 'failed', 'waiting'])
  })

  it('keeps the first time when a state is entered twice', () => {
    const moves = lived('transfer', 'funds_short', 'funds_short', 'funds_complete', 'screening_passed')
    expect(timelineSteps('transfer', moves)[0]).toEqual({
      step: 'payment_completed',
      at: at(2),
      state: 'done',
    })
  })
})

describe('the timeline of', () => {
  it('a deposit never shows deposit_in_progress', () => {
    const working = timelineSteps('deposit', lived('deposit', 'processing_started'))
    expect(working.map(step => step.step)).toEqual(['payment_completed', 'deposit_completed'])
    expect(working.every(step => step.state === 'waiting')).toBe(true)
    const arrived = timelineSteps('deposit', lived('deposit', 'processing_started', 'completed'))
    expect(arrived.map(step => step.at)).toEqual([at(1), at(1)])
  })

  it.each([
    ['failed', 'payment_failed'],
    ['aborted', 'payment_aborted'],
    ['expired', 'payment_aborted'],
    ['cancelled', 'payment_aborted'],
  ] as const)('a deposit on %s is only %s', (event, step) => {
    expect(timelineSteps('deposit', lived('deposit', event))).toEqual([{ step, at: at(0), state: 'failed' }])
  })

  it('a withdrawal', () => {
    const moves = lived('withdrawal', 'code_verified', 'screening_started', 'screening_passed', 'booked')
    expect(timelineSteps('withdrawal', moves)).toEqual([
      { step: 'withdraw_in_progress', at: at(2), state: 'done' },
      { step: 'withdraw_completed', at: at(3), state: 'done' },
    ])
    expect(timelineSteps('withdrawal', lived('withdrawal', 'expired'))).toEqual([
      { step: 'withdraw_failed', at: at(0), state: 'failed' },
    ])
  })

  it('a bulk', () => {
    const moves = lived('bulk', 'checked', 'pay_started', 'funds_complete', 'done')
    expect(timelineSteps('bulk', moves)).toEqual([
      { step: 'payment_completed', at: at(2), state: 'done' },
      { step: 'transfer_completed', at: at(3), state: 'done' },
    ])
    const gaveUp = lived('bulk', 'checked', 'pay_started', 'expired')
    expect(timelineSteps('bulk', gaveUp)).toEqual([{ step: 'payment_aborted', at: at(2), state: 'failed' }])
  })
})
