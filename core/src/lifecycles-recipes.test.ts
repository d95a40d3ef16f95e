// Which entries each move may post, told a second time by hand. What is not listed posts nothing: that every other
// move is silent matters as much as that these are not.
import { describe, expect, it } from 'vitest'
import { kinds, legalEvents, move, statesOf } from './lifecycles.ts'

const told = `
transfer funding funds_short: creditMatched suspenseReserved
transfer funding funds_complete: creditMatched creditOver creditWithinTolerance mobileMoneyCollected payInCollected reserve suspenseReserved
transfer short funds_short: creditMatched reserve suspenseReserved
transfer short funds_complete: creditMatched creditOver creditWithinTolerance mobileMoneyCollected payInCollected release reserve suspenseReserved
transfer short cancelled: mobileMoneyRefundAsked refundAsked release
transfer short expired: mobileMoneyRefundAsked refundAsked release
transfer screening screening_passed: send
transfer screening credited: transferToBalance
transfer screening cancelled: mobileMoneyRefundAsked refundAsked release
transfer pricing priced: release
transfer pricing put_on_balance: release
transfer pricing refused: mobileMoneyRefundAsked refundAsked release
transfer pricing cancelled: mobileMoneyRefundAsked refundAsked release
transfer on_balance sent_anew: reserve
transfer held released: send
transfer held credited: transferToBalance
transfer held refused: mobileMoneyRefundAsked refundAsked release
transfer waiting screening_held: undoSend
transfer waiting given_up: undoSend
transfer sending paid: payoutPaid
transfer sending declined: undoSend
transfer sent paid: payoutPaid
transfer sent declined: undoSend
transfer unknown paid: payoutPaid
transfer unknown declined: undoSend
transfer returned refund_started: mobileMoneyRefundAsked refundAsked release
transfer refunding tried_again: refundFailed
transfer refunding refund_done: mobileMoneyRefundFailed refundBooked refundDone refundFailed release
withdrawal created expired: release
withdrawal created cancelled: release
withdrawal verified cancelled: release
withdrawal screening screening_passed: send withdrawalOrdered
withdrawal screening refused: release
withdrawal sent booked: payoutPaid withdrawalBooked
withdrawal sent declined: release undoSend withdrawalUndone
withdrawal sent returned: release undoSend withdrawalUndone
withdrawal unknown booked: payoutPaid withdrawalBooked
withdrawal unknown declined: release undoSend withdrawalUndone
deposit requested completed: creditAfterClosing creditOver creditPaidTwice depositByBank depositCollected mobileMoneyDeposit suspenseMatched
deposit processing completed: creditAfterClosing creditOver creditPaidTwice depositByBank depositCollected mobileMoneyDeposit suspenseMatched
bulk paying funds_short: creditMatched suspenseReserved
bulk paying funds_complete: creditMatched creditOver creditWithinTolerance mobileMoneyCollected payInCollected reserve suspenseReserved
bulk paying aborted: mobileMoneyRefundAsked refundAsked release
bulk paying expired: mobileMoneyRefundAsked refundAsked release
bulk paying cancelled: mobileMoneyRefundAsked refundAsked release
refund asked done: refundBooked refundDone
refund sent done: refundBooked refundDone
refund unknown done: refundBooked refundDone
refund waiting tried_again: refundFailed
refund waiting credited: mobileMoneyRefundFailed refundFailed
return reported confirmed: payoutReturned refundReturned undoSend withdrawalReturned withdrawalUndone
return confirmed given_back: mobileMoneyRefundAsked mobileMoneyRefundFailed refundAsked refundFailed release
dispute opened recovered: receivableRecovered
dispute opened won: disputeWon refundAsked reserve
dispute contested recovered: receivableRecovered
dispute contested won: disputeWon refundAsked reserve
dispute lost recovered: receivableRecovered
dispute lost settled: receivableRecovered
dispute lost written_off: receivableWrittenOff`
  .trim()
  .split('\n')
  .map(line => line.split(': ') as [string, string])

const postings = new Map(told)

const everyMove = kinds.flatMap(kind =>
  statesOf(kind).flatMap(state =>
    legalEvents(kind, state).map(event => ({
      name: `${kind} ${state} ${event}`,
      recipes: [...(move(kind, state, event)?.recipes ?? [])],
    })),
  ),
)

describe('the entries of', () => {
  it.each(everyMove)('$name', ({ name, recipes }) => {
    expect(recipes.sort().join(' ')).toBe(postings.get(name) ?? '')
  })

  it('no move that does not exist', () => {
    const names = new Set(everyMove.map(({ name }) => name))
    expect([...postings.keys()].filter(name => !names.has(name))).toEqual([])
  })
})
