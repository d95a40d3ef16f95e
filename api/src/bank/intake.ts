// Fetches the bank's new files and keeps each booked line once, whichever file tells it first, and the balances by which
// our books are judged.
import type { BankLine, BankStatement, StatementFile } from '@jokko/providers/port'
import type pg from 'pg'
import type { Json } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import {
  digestOf,
  enqueueMatch,
  type ImportedFile,
  insertBalances,
  insertFile,
  insertLine,
  knownFiles,
  type LineFate,
  markStated,
  newestFileAt,
} from './store.ts'

/** Files may be put in the box later than the time they carry. */
const OVERLAP_MS = 3 * 86_400_000

export async function importStatements(deps: Deps): Promise<void> {
  const newest = await newestFileAt(deps)
  const listed = await deps.providers.statements.list(new Date(newest ? newest.getTime() - OVERLAP_MS : 0))
  if (listed.kind === 'unavailable') throw new Error(`The bank's box cannot be read: ${listed.detail}`)
  const known = await knownFiles(
    deps,
    listed.files.map(file => file.id),
  )
  for (const file of listed.files) if (!known.has(file.id)) await importFile(deps, file)
}

async function importFile(deps: Deps, { id, createdAt }: StatementFile): Promise<void> {
  const fetched = await deps.providers.statements.fetch(id)
  if (fetched.kind === 'unavailable')
    throw new Error(`The bank's file ${id} cannot be read: ${fetched.detail}`)
  if (fetched.kind === 'not_found') return deps.log.error({ file: id }, 'a listed bank file is not there')
  if (fetched.kind === 'unreadable') {
    deps.log.error(
      { file: id, reason: fetched.reason },
      'a bank file cannot be understood: a person must look',
    )
    return keep(deps, { id, createdAt, type: 'unreadable', lines: 0, balanced: null }, [], [])
  }
  const { statements } = fetched
  for (const { problems, check, id: statement } of statements) {
    if (check === 'unbalanced')
      deps.log.error({ file: id, statement }, 'a statement does not add up: a person must look')
    for (const problem of problems)
      deps.log.error({ file: id, statement, problem }, 'a bank entry cannot be understood')
  }
  const lines = statements.flatMap(statement =>
    statement.lines.filter(line => line.bookable).map(line => ({ statement, line })),
  )
  const [first] = statements
  const type = first?.kind ?? 'statement'
  const file = { id, createdAt, type, lines: lines.length, balanced: balanceOf(statements) }
  await keep(deps, file, statements, lines)
}

function balanceOf(statements: readonly BankStatement[]): boolean | null {
  if (statements.some(({ check }) => check === 'unbalanced')) return false
  return statements.some(({ check }) => check === 'balanced') ? true : null
}

type Told = { statement: BankStatement; line: BankLine }

/** The file, the balances that it states, its new lines and a job for each: all of it or nothing. */
async function keep(
  { pool }: Deps,
  file: ImportedFile,
  statements: readonly BankStatement[],
  lines: readonly Told[],
): Promise<void> {
  await inTransaction(pool, async client => {
    if (!(await insertFile(client, file))) return
    for (const told of statements) await keepBalances(client, file, told)
    for (const told of lines) await keepLine(client, file.id, told)
  })
}

async function keepBalances(
  client: pg.ClientBase,
  file: ImportedFile,
  { kind, iban, opening, closing }: BankStatement,
): Promise<void> {
  if (kind === 'statement' && opening && closing)
    await insertBalances(client, file, { iban, opening, closing })
}

async function keepLine(client: pg.ClientBase, fileId: string, told: Told): Promise<void> {
  const { line, statement } = told
  const fate = fateOf(told)
  const id = await insertLine(client, fileId, line, fate)
  if (id === undefined) await keepIfChanged(client, fileId, line)
  else if (fate.outcome === 'new') await enqueueMatch(client, id)
  if (statement.kind === 'statement') await markStated(client, fileId, line.key)
}

/** What cannot be booked by a machine is kept for a person. */
function fateOf({ statement, line }: Told): LineFate {
  const forPerson = (attention: string): LineFate => ({ outcome: 'ignored', proposal: { attention } })
  if (line.amount.currency !== 'EUR') return forPerson('other_currency')
  // Which way a reversal went is only certain when the closing balance agrees.
  if (statement.check === 'unbalanced' && line.reversal) return forPerson('unbalanced_statement')
  return { outcome: 'new' }
}

/** The same line with other words is never booked again: both versions stand, and a person compares them. */
async function keepIfChanged(client: pg.ClientBase, fileId: string, line: BankLine): Promise<void> {
  const first = await digestOf(client, line.key)
  if (!first || first.digest === line.digest) return
  const proposal: Json = { attention: 'changed_after_import', first_line: String(first.id) }
  await insertLine(
    client,
    fileId,
    line,
    { outcome: 'ignored', proposal },
    `${line.key}~${line.digest.slice(0, 16)}`,
  )
}
