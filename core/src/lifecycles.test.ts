// The lives of operations, told a second time by hand: every state, every event, where it leads. A table that
// changes must change here too. What is not listed must be refused: the full state × event table is tried.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EventOf,
  eventsOf,
  initialState,
  isState,
  isTerminal,
  type Kind,
  kinds,
  legalEvents,
  meaningOf,
  move,
  type StateOf,
  statesOf,
} from './lifecycles.ts'
import { sentences } from './recipes.ts'

/** `state: event>state …`; a state alone on its line is an end. */
const told: Record<Kind, string> = {
  payIn: `
    started: instructed>requested action_needed>action_required processing_started>processing collected>collected failed>failed aborted>aborted expired>expired cancel_asked>cancelling
    requested: action_needed>action_required processing_started>processing collected>collected failed>failed aborted>aborted expired>expired cancel_asked>cancelling
    action_required: processing_started>processing collected>collected failed>failed aborted>aborted expired>expired cancel_asked>cancelling
    processing: action_needed>action_required collected>collected failed>failed aborted>aborted expired>expired cancel_asked>cancelling
    cancelling: collected>collected aborted>aborted failed>aborted expired>aborted
    collected
    failed
    aborted
    expired`,
  transfer: `
    funding: funds_short>short funds_complete>screening pay_in_failed>failed aborted>aborted expired>expired cancelled>cancelled
    short: funds_short>short funds_complete>screening cancelled>refunding expired>expired
    screening: screening_passed>sending credited>paid screening_held>held screening_frozen>frozen rate_wanted>pricing cancelled>cancelled
    pricing: priced>screening put_on_balance>on_balance screening_frozen>frozen refused>refunding cancelled>cancelled
    on_balance: sent_anew>screening expired>expired cancelled>cancelled
    held: released>sending credited>paid refused>refunding screening_frozen>frozen
    frozen
    sending: accepted>sent paid>paid declined>returned operator_down>waiting outcome_unknown>unknown
    waiting: resumed>sending screening_held>held given_up>returned
    sent: paid>paid declined>returned operator_down>waiting outcome_unknown>unknown
    unknown: found_sent>sent paid>paid declined>returned operator_down>waiting
    returned: refund_started>refunding
    refunding: refund_done>refunded tried_again>refunding
    paid
    refunded
    failed
    aborted
    expired
    cancelled`,
  withdrawal: `
    created: code_verified>verified expired>expired cancelled>cancelled
    verified: screening_started>screening cancelled>cancelled
    screening: screening_passed>sent refused>failed
    sent: accepted>sent operator_down>sent resumed>sent booked>booked declined>failed returned>returned outcome_unknown>unknown
    unknown: found_sent>sent booked>booked declined>failed operator_down>sent
    booked
    failed
    returned
    expired
    cancelled`,
  deposit: `
    requested: processing_started>processing completed>completed failed>failed aborted>aborted expired>aborted cancelled>aborted
    processing: completed>completed failed>failed aborted>aborted expired>aborted
    completed
    failed
    aborted`,
  bulk: `
    draft: checked>checked
    checked: edited>draft pay_started>paying
    paying: funds_short>paying funds_complete>running pay_in_failed>failed aborted>expired expired>expired cancelled>expired
    running: cancelled>running done>done
    done
    failed
    expired`,
  request: `
    open: accepted>accepted declined>declined expired>expired cancelled>cancelled
    accepted: paid>paid pay_in_failed>open
    paid
    declined
    expired
    cancelled`,
  refund: `
    asked: accepted>sent done>done rejected>waiting outcome_unknown>unknown
    sent: done>done rejected>waiting outcome_unknown>unknown
    unknown: found_sent>sent done>done rejected>waiting
    waiting: tried_again>asked credited>credited
    done
    credited`,
  return: `
    reported: confirmed>confirmed
    confirmed: given_back>given_back
    given_back`,
  dispute: `
    opened: recovered>opened contested>contested won>won lost>lost
    contested: recovered>contested won>won lost>lost
    lost: recovered>lost settled>settled written_off>written_off
    won
    settled
    written_off`,
}

const expectedMoves = (kind: Kind): Map<string, Map<string, string>> =>
  new Map(
    told[kind]
      .trim()
      .split('\n')
      .map(line => {
        const [state = '', events = ''] = line.trim().split(':')
        const pairs = events
          .trim()
          .split(' ')
          .filter(Boolean)
          .map(pair => pair.split('>') as [string, string])
        return [state, new Map(pairs)]
      }),
  )

describe.each(kinds)('%s', kind => {
  const expected = expectedMoves(kind)

  it('has the states that are told, and no other', () => {
    expect(new Set(statesOf(kind))).toEqual(new Set(expected.keys()))
  })

  it('has no event that is not told', () => {
    const named = [...expected.values()].flatMap(events => [...events.keys()])
    expect(new Set<string>(eventsOf(kind))).toEqual(new Set(named))
  })

  it('starts in one of its states, which is no end', () => {
    expect(statesOf(kind)).toContain(initialState[kind])
    expect(isTerminal(kind, initialState[kind])).toBe(false)
  })

  it('explains every state in a sentence', () => {
    for (const state of statesOf(kind)) expect(meaningOf(kind, state)).toMatch(/^[A-Z].*\.$/)
  })

  it('can reach every state from its start, and an end from every state', () => {
    const reach = (from: string): Set<string> => {
      const seen = new Set([from])
      for (const state of seen) for (const to of expected.get(state)?.values() ?? []) seen.add(to)
      return seen
    }
    expect(reach(initialState[kind])).toEqual(new Set(expected.keys()))
    for (const state of expected.keys()) {
      expect([...reach(state)].some(to => expected.get(to)?.size === 0)).toBe(true)
    }
  })

  const everyPair = statesOf(kind).flatMap(state => eventsOf(kind).map(event => [state, event] as const))

  it.each(everyPair)('%s on %s', (state, event) => {
    expect(move(kind, state, event)?.to).toBe(expected.get(state)?.get(event))
  })

  it.each(statesOf(kind))('%s is an end exactly when nothing is told to follow', state => {
    const ends = expected.get(state)?.size === 0
    expect(isTerminal(kind, state)).toBe(ends)
    expect(legalEvents(kind, state).length === 0).toBe(ends)
  })
})

describe('ends', () => {
  const endsOf = (kind: Kind) => statesOf(kind).filter(state => isTerminal(kind, state))

  it('are left by no event of any kind', () => {
    const everyEvent = [...new Set(kinds.flatMap(kind => eventsOf(kind) as string[]))]
    for (const kind of kinds) {
      for (const state of endsOf(kind)) {
        for (const event of everyEvent) expect(move(kind, state, event as EventOf<Kind>)).toBeUndefined()
      }
    }
  })

  it('hold whatever follows: no sequence of events leads out of one', () => {
    const anyKind = fc.constantFrom(...kinds)
    const anyEvents = fc.array(fc.nat(), { maxLength: 60 })
    fc.assert(
      fc.property(anyKind, anyEvents, (kind, picks) => {
        const events = eventsOf(kind)
        let state: StateOf<Kind> = initialState[kind]
        let ended: StateOf<Kind> | undefined
        for (const pick of picks) {
          const event = events[pick % events.length]
          const next = event && move(kind, state, event)
          if (next) state = next.to
          if (ended) expect(state).toBe(ended)
          if (isTerminal(kind, state)) ended = state
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('recipes of moves', () => {
  const everyMove = kinds.flatMap(kind =>
    statesOf(kind).flatMap(state =>
      legalEvents(kind, state).map(event => ({ kind, state, event, made: move(kind, state, event) })),
    ),
  )
  const recipesOf = <K extends Kind>(kind: K, state: StateOf<K>, event: EventOf<K>) =>
    move(kind, state, event)?.recipes

  it('exist', () => {
    for (const { made } of everyMove)
      for (const name of made?.recipes ?? []) expect(sentences).toHaveProperty(name)
  })

  it('never post for a pay-in or a request: the operation that is paid does', () => {
    for (const { kind, made } of everyMove) {
      if (kind === 'payIn' || kind === 'request') expect(made?.recipes).toEqual([])
    }
  })

  it('an unknown outcome posts nothing, and neither does asking again', () => {
    for (const { event, made } of everyMove) {
      if (['outcome_unknown', 'found_sent', 'operator_down', 'resumed', 'accepted'].includes(event)) {
        expect(made?.recipes).toEqual([])
      }
    }
  })

  it('a send is posted on the way into sending, and nowhere later', () => {
    expect(recipesOf('transfer', 'screening', 'screening_passed')).toEqual(['send'])
    expect(recipesOf('transfer', 'held', 'released')).toEqual(['send'])
    for (const { kind, state, made } of everyMove) {
      if (kind === 'transfer' && made?.recipes.includes('send'))
        expect(['screening', 'held']).toContain(state)
    }
  })

  it('a declined payout is undone from wherever it is', () => {
    for (const state of ['sending', 'sent', 'unknown'] as const) {
      expect(recipesOf('transfer', state, 'declined')).toEqual(['undoSend'])
      expect(recipesOf('transfer', state, 'paid')).toEqual(['payoutPaid'])
    }
  })

  it('nothing that failed before money came posts anything', () => {
    for (const event of ['pay_in_failed', 'aborted', 'expired', 'cancelled'] as const) {
      expect(recipesOf('transfer', 'funding', event)).toEqual([])
    }
  })

  it('what a short transfer holds goes back when it is given up', () => {
    expect(recipesOf('transfer', 'short', 'cancelled')).toContain('refundAsked')
    expect(recipesOf('transfer', 'short', 'expired')).toContain('release')
  })

  it('an unconfirmed withdrawal is released', () => {
    expect(recipesOf('withdrawal', 'created', 'expired')).toEqual(['release'])
    expect(recipesOf('withdrawal', 'created', 'cancelled')).toEqual(['release'])
  })
})

describe('names from outside', () => {
  it('are states only when the table has them', () => {
    expect(isState('transfer', 'unknown')).toBe(true)
    expect(isState('transfer', 'booked')).toBe(false)
    expect(isState('transfer', 'toString')).toBe(false)
    expect(isState('withdrawal', '')).toBe(false)
  })

  it('that are no state are an error of the program, not an illegal move', () => {
    expect(() => move('transfer', 'booked' as StateOf<'transfer'>, 'paid')).toThrow(
      'transfer has no state booked',
    )
    expect(() => isTerminal('bulk', 'nowhere' as StateOf<'bulk'>)).toThrow(RangeError)
  })

  it('that are no event lead nowhere, inherited ones neither', () => {
    for (const event of ['toString', 'constructor', '__proto__', 'returned_late']) {
      expect(move('transfer', 'sending', event as EventOf<'transfer'>)).toBeUndefined()
    }
  })
})
