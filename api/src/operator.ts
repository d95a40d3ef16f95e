// `npm run operator -- <command>`: the operator's decisions from the command line, each with a reason.
import { isPayoutFailureCode } from '@jokko/providers/failures'
import { matchToCustomer, matchToOperation, sendCreditBack } from './bank/match-by-hand.ts'
import { settleRefund } from './bank/refunds-by-hand.ts'
import { findPayer } from './bank/store.ts'
import type { Deps } from './deps.ts'
import { transferHooks } from './jobs/tasks.ts'
import { readOperation } from './ledger/operations.ts'
import { type Command, HELP, Misunderstood, readCommand } from './operations/command-line.ts'
import { listWaiting, refuseHeld, releaseHeld } from './operations/commands.ts'
import { setFee, setFlag, setLimit, setSeen } from './operations/settings.ts'
import { bookCollectionMoved, explainAsPrefunding } from './operations/treasury.ts'
import { decideDispute } from './payin/disputes-by-hand.ts'
import { isRefund, refundPayInAgain, settleUnknownRefund } from './payin/refunds-by-hand.ts'
import { registerApp } from './payment-request/apps-by-hand.ts'
import { confirmPayout, failPayout } from './payouts/by-hand.ts'
import { change, giveBack, givenBackLimits } from './payouts/change.ts'
import { openProcess } from './process.ts'
import { pass } from './transfer/decisions.ts'
import { refundByHand } from './transfer/refund-by-hand.ts'
import { refuseWithdrawal, releaseWithdrawal } from './withdraw/by-hand.ts'

type Named<Name extends Command['name']> = Extract<Command, { name: Name }>

async function list(deps: Deps): Promise<string> {
  const waiting = await listWaiting(deps)
  const lines = waiting.map(row =>
    [row.since.toISOString(), row.what, row.id, row.state, row.detail].join('  '),
  )
  return lines.join('\n') || 'Nothing waits for a person.'
}

async function refund(deps: Deps, command: Named<'refund'>): Promise<string> {
  const op = await readOperation(deps, command.operationId)
  if (op?.details.pay_in && command.to === 'source') return refundPayInAgain(deps, command)
  return op?.kind === 'refund' ? settleRefund(deps, op.id, command.to, command) : refundByHand(deps, command)
}

async function confirm(deps: Deps, command: Named<'confirm'>): Promise<string> {
  if (isRefund(await readOperation(deps, command.operationId)))
    return settleUnknownRefund(deps, command, command)
  if ('paid' in command) return confirmPayout(deps, { ...command, reference: command.paid })
  const { failed: code } = command
  if (!isPayoutFailureCode(code)) throw new Error(`${code} is no reason why a payout fails.`)
  return failPayout(deps, { ...command, code })
}

async function match(deps: Deps, command: Named<'match'>): Promise<string> {
  const { line } = command
  if ('back' in command) return sendCreditBack(deps, line, command)
  if ('operationId' in command)
    return matchToOperation(deps, transferHooks(deps), line, command.operationId, command)
  const payer = await findPayer(deps, command.customer)
  if (!payer) throw new Error(`There is no customer ${command.customer}.`)
  return matchToCustomer(deps, line, payer, command)
}

async function isWithdrawal(deps: Deps, { operationId }: { operationId: string }): Promise<boolean> {
  return (await readOperation(deps, operationId))?.kind === 'withdrawal'
}

async function run(deps: Deps, command: Command): Promise<string> {
  const moves = { change, giveBack, givenBackLimits, pass }
  switch (command.name) {
    case 'list':
      return list(deps)
    case 'release':
      return (await isWithdrawal(deps, command))
        ? releaseWithdrawal(deps, command)
        : releaseHeld(deps, moves, command)
    case 'refuse':
      return (await isWithdrawal(deps, command))
        ? refuseWithdrawal(deps, command)
        : refuseHeld(deps, moves, command)
    case 'refund':
      return refund(deps, command)
    case 'confirm':
      return confirm(deps, command)
    case 'match':
      return match(deps, command)
    case 'prefund':
      return explainAsPrefunding(deps, command, command)
    case 'moved':
      return bookCollectionMoved(deps, command, command)
    case 'dispute':
      return decideDispute(deps, command)
    case 'seen':
      return setSeen(deps, command.subject, command)
    case 'fee':
      return setFee(deps, command, command)
    case 'limit':
      return setLimit(deps, command, command)
    case 'flag':
      return setFlag(deps, { name: command.flag, value: command.value }, command)
    case 'app':
      return registerApp(deps, command, command)
  }
}

async function decide(typed: readonly string[]): Promise<void> {
  const command = readCommand(typed)
  const { deps, close } = await openProcess('operator')
  try {
    process.stdout.write(`${await run(deps, command)}\n`)
  } finally {
    await close()
  }
}

try {
  await decide(process.argv.slice(2))
} catch (error) {
  const { message } = error as Error
  process.stderr.write(`${error instanceof Misunderstood && message === '' ? HELP : message}\n`)
  process.exitCode = 1
}
