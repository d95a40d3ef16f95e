// Every job by its name, with the function that does it. What is not in this list is never run.
import type { TaskList } from 'graphile-worker'
import { recoverDebt, recoverDebts } from '../bank/debts.ts'
import { importStatements } from '../bank/intake.ts'
import { sendRefund, startRefund } from '../bank/refunds.ts'
import { matchBankLine, type TransferHooks } from '../bank/worker.ts'
import { bulkDue } from '../bulk/cancel.ts'
import { giveUp } from '../bulk/decisions.ts'
import { checkBulk } from '../bulk/drafts.ts'
import { tellBulkDone, tellBulkShort } from '../bulk/notices.ts'
import { cancelUnsent, handOutBulk, type RowHooks, rowsNext, watchBulks } from '../bulk/worker.ts'
import { depositDue } from '../deposit/service.ts'
import type { Deps } from '../deps.ts'
import { sendMessage } from '../messages/send.ts'
import { askDisputesBehind } from '../payin/disputes.ts'
import { keepWaitingRefunds, queryPayInRefund, sendPayInRefund, startPayInRefund } from '../payin/refunds.ts'
import { askPayIn } from '../payin/worker.ts'
import { followRequest, requestDue, requestLapses } from '../payment-request/follow.ts'
import { queryPayout, resumeWaiting, sendPayout } from '../payouts/worker.ts'
import { tellTracker } from '../tracking/worker.ts'
import { priceTransfer } from '../transfer/arrival.ts'
import { cancel, onceFunded } from '../transfer/decisions.ts'
import {
  tellExpired,
  tellOnBalance,
  tellPaid,
  tellRefunded,
  tellReturned,
  tellShort,
} from '../transfer/notices.ts'
import { screeningFacts } from '../transfer/service.ts'
import { fundByPassed } from '../transfer/worker.ts'
import { handleWebhook, repeatWebhook } from '../webhooks/worker.ts'
import { tellWithdrawal, tellWithdrawalReturned } from '../withdraw/notices.ts'
import { codeEnded } from '../withdraw/worker.ts'
import { readFloats } from './floats.ts'
import { paidHooks } from './pay-ins.ts'
import { fetchRates } from './rates.ts'
import { readRestrictedList } from './restricted-list.ts'
import { revaluePositions } from './revalue.ts'
import type { Routine } from './sweeper.ts'
import { tellTreasury } from './treasury.ts'
import { sortWords } from './words.ts'

type Job<Payload> = (deps: Deps, payload: Payload) => Promise<void>

export function tasks(deps: Deps): TaskList {
  // Payloads are written by app.commit() and our own SQL, from typed changes.
  const job =
    <Payload>(work: Job<Payload>) =>
    (payload: unknown) =>
      work(deps, payload as Payload)
  return {
    send_payout: job(sendPayout),
    query_payout: job(queryPayout),
    resume_waiting: job(resumeWaiting),
    price_transfer: payload =>
      priceTransfer(deps, () => fetchRates(deps), payload as { operation_id: string }),
    fund_by_passed: job(fundByPassed),
    deposit_due: job(depositDue),
    check_bulk: job(checkBulk),
    hand_out_bulk: payload => handOutBulk(deps, rowHooks(deps), payload as { bulk_id: string }),
    cancel_rows: payload => cancelUnsent(deps, rowHooks(deps), payload as { bulk_id: string }),
    watch_bulks: () => watchBulks(deps, rowHooks(deps)),
    bulk_due: job(bulkDue),
    request_due: job(requestDue),
    request_lapses: job(requestLapses),
    follow_request: job(followRequest),
    tell_bulk_short: job(tellBulkShort),
    tell_bulk_done: job(tellBulkDone),
    ask_pay_in: payload => askPayIn(deps, paidHooks(deps), payload as { pay_in_id: string }),
    ask_disputes: job(askDisputesBehind),
    start_pay_in_refund: job(startPayInRefund),
    send_pay_in_refund: job(sendPayInRefund),
    query_pay_in_refund: job(queryPayInRefund),
    keep_waiting_refunds: job(keepWaitingRefunds),
    send_refund: job(sendRefund),
    tell_paid: job(tellPaid),
    tell_refunded: job(tellRefunded),
    tell_returned: job(tellReturned),
    tell_expired: job(tellExpired),
    tell_short: job(tellShort),
    tell_on_balance: job(tellOnBalance),
    withdrawal_code_ended: job(codeEnded),
    tell_withdrawal: job(tellWithdrawal),
    tell_withdrawal_returned: job(tellWithdrawalReturned),
    import_statements: () => importStatements(deps),
    match_bank_line: payload => matchBankLine(deps, transferHooks(deps), payload),
    start_refund: job(startRefund),
    recover_debt: job(recoverDebt),
    recover_debts: () => recoverDebts(deps),
    handle_webhook: payload => handleWebhook(deps, payload),
    repeat_webhook: payload => repeatWebhook(deps, payload),
    tell_tracker: job(tellTracker),
    send_message: payload => sendMessage(deps, payload),
    fetch_rates: () => fetchRates(deps),
    read_floats: () => readFloats(deps),
    tell_treasury: () => tellTreasury(deps),
    read_restricted_list: () => readRestrictedList(deps),
    revalue_positions: () => revaluePositions(deps),
    sort_words: () => sortWords(deps),
  }
}

/** What the bank's lines need to know of transfers and bulks. */
export function transferHooks(deps: Deps): TransferHooks {
  return {
    continueFunded: async op =>
      op.kind === 'bulk' ? rowsNext(op) : onceFunded(op, await screeningFacts(deps, op)),
    cancel: (op, actor, reason, command, now) =>
      op.kind === 'bulk'
        ? giveUp(op, { event: 'cancelled', actor, reason }, command, now)
        : cancel(op, actor, reason, command, now),
  }
}

/** How a row of a bulk goes on once it has its money, or comes back: like any transfer. */
const rowHooks = (deps: Deps): RowHooks => transferHooks(deps)

/** What is asked for again and again, on our clock; the bank also tells us when it has something new. */
export const routines: readonly Routine[] = [
  { task: 'import_statements', everySeconds: 30 },
  { task: 'fetch_rates', everySeconds: 3_600 },
  { task: 'read_floats', everySeconds: 900 },
  { task: 'tell_treasury', everySeconds: 900 },
  { task: 'read_restricted_list', everySeconds: 600 },
  { task: 'recover_debts', everySeconds: 30 },
  { task: 'watch_bulks', everySeconds: 5 },
  { task: 'revalue_positions', everySeconds: 43_200 },
  { task: 'sort_words', everySeconds: 10 },
]
