// Reads an operation, decides, writes; when someone else moved it meanwhile, reads and decides again.
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { Problem } from '../http/problem.ts'
import type { Change, Verdict } from '../ledger/change.ts'
import { IllegalMove } from '../ledger/walk.ts'

const TRIES = 3

/** `decide` returns nothing when there is nothing left to do. */
export async function decideAndCommit(
  deps: Deps,
  read: () => Promise<Operation | undefined>,
  decide: (op: Operation) => Change | undefined | Promise<Change | undefined>,
): Promise<Verdict | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const op = await read()
    if (!op) throw new Problem('not_found')
    const change = await decide(op)
    if (!change) return undefined
    const verdict = await deps.ledger.commit(change)
    if (verdict.verdict !== 'refused' || verdict.code !== 'stale_version' || attempt >= TRIES) return verdict
  }
}

/** A refusal of the ledger as the caller's problem. */
export function orRefuse(verdict: Verdict): Exclude<Verdict, { verdict: 'refused' }> {
  if (verdict.verdict !== 'refused') return verdict
  throw refusalOf(verdict.code)
}

function refusalOf(code: Extract<Verdict, { verdict: 'refused' }>['code']): Problem {
  switch (code) {
    case 'quote_already_accepted':
      return new Problem('quote_already_used')
    case 'held_insufficient':
    case 'already_posted':
      return new Problem('stale_version')
    case 'try_again':
      return new Problem('service_unavailable')
    default:
      return new Problem(code)
  }
}

/** A job whose change is refused has not done its work: it fails, is seen, and is tried again. */
export function orFail(verdict: Verdict | undefined, what: string): void {
  if (verdict?.verdict === 'refused') throw new Error(`${what} was refused: ${verdict.code}`)
}

/** What was done once under a key stays done, also when it could not be done again now; else the error stands. */
export async function doneBefore(deps: Deps, command: CommandKey, error: unknown): Promise<string | null> {
  const earlier = error instanceof Problem ? await readCommand(deps, command) : undefined
  if (!earlier) throw error
  if (earlier.body_hash !== command.body_hash) throw new Problem('idempotency_key_reused')
  return earlier.operation_id
}

/** The same command again, for instance because its answer was lost, has the answer of the first. */
export async function once<T>(
  deps: Deps,
  command: CommandKey,
  read: (id: string) => Promise<T>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    return read((await doneBefore(deps, command, error)) ?? '')
  }
}

/** What its owner decides about an operation, and how it stands afterwards. */
export async function settle(
  deps: Deps,
  read: () => Promise<Operation>,
  decide: (op: Operation) => Change | Promise<Change>,
): Promise<Operation> {
  const verdict = await refusingIllegalMoves(() => decideAndCommit(deps, read, decide))
  if (verdict) orRefuse(verdict)
  return read()
}

/** Turns "the table does not allow it" into the refusal that the screen knows. */
async function refusingIllegalMoves<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof IllegalMove) throw new Problem('cancel_not_possible')
    throw error
  }
}

async function readCommand({ db }: Deps, { scope, key }: { scope: string; key: string }) {
  return db
    .selectFrom('app.command_keys')
    .select(['body_hash', 'operation_id'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
}
