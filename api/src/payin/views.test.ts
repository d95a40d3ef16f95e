// What is said of a payment that is over: money that came after the end is never said not to have been taken.
import { expect, test } from 'vitest'
import type { PayIn } from '../db/schema.ts'
import { translate } from '../http/texts.ts'
import { failureOf } from './views.ts'

type Ended = Pick<PayIn, 'failure' | 'state' | 'outcome'>

const said = (ended: Ended) => failureOf(ended, 'en')?.message

const cancelled: Ended = { state: 'aborted', failure: null, outcome: null }
const refused: Ended = { state: 'failed', failure: 'refused_by_bank', outcome: null }
const expired: Ended = { state: 'expired', failure: null, outcome: null }

test.each([cancelled, refused, expired])('$state, and paid after all: where the money is', ended => {
  expect(said({ ...ended, outcome: 'refunded' })).toBe(translate('en', 'statuses:unused_money.late'))
  expect(said({ ...ended, outcome: 'deposited' })).toBe(
    translate('en', 'statuses:unused_money.late_on_balance'),
  )
})

test('without money, why it did not come', () => {
  expect(said(cancelled)).toBeUndefined()
  expect(said(refused)).toBe(translate('en', 'statuses:payin_failure.refused_by_bank'))
  expect(said(expired)).toBe(translate('en', 'statuses:payin_failure.expired'))
})

test('another amount, or another’s account: that sentence says where the money goes', () => {
  expect(said({ ...refused, failure: 'other_amount', outcome: 'deposited' })).toBe(
    translate('en', 'statuses:payin_failure.other_amount'),
  )
})
