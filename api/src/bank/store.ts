// The SQL of bank files and their lines, and what is read to decide whose a line is.
import type { Money } from '@jokko/core/money'
import type { BankLine, BankLineKind } from '@jokko/providers/port'
import type pg from 'pg'
import type { Json, Operation, PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { PAYERS, type Payer, readPayer } from '../people/payers.ts'

type Pool = Pick<Deps, 'pool'>

/** A booked line as it is kept. The amount is signed: what came in is positive. */
export type StoredLine = {
  id: bigint
  dedupe_key: string
  iban: string
  kind: BankLineKind
  amount: bigint
  currency: string
  booked_on: string
  remittance: string
  structured_reference: string
  end_to_end_id: string
  payer_name: string
  payer_iban: string
  settled_by: string | null
  outcome: string
  operation_id: string | null
}

const LINE_COLUMNS = `id, dedupe_key, iban, kind, amount, currency, booked_on, remittance,
  coalesce(structured_reference, '') as structured_reference, coalesce(end_to_end_id, '') as end_to_end_id,
  coalesce(payer_name, '') as payer_name, coalesce(payer_iban, '') as payer_iban, settled_by, outcome, operation_id`

export async function readLine({ pool }: Pool, id: string): Promise<StoredLine | undefined> {
  const { rows } = await pool.query<StoredLine>(`select ${LINE_COLUMNS} from app.bank_lines where id = $1`, [
    id,
  ])
  return rows[0]
}

export type ImportedFile = {
  id: string
  type: string
  createdAt: string
  lines: number
  balanced: boolean | null
}

export async function newestFileAt({ pool }: Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ at: Date | null }>('select max(created_at) as at from app.statements')
  return rows[0]?.at ?? undefined
}

export async function knownFiles({ pool }: Pool, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>('select id from app.statements where id = any($1)', [ids])
  return new Set(rows.map(row => row.id))
}

/** False when another process kept this file first. */
export async function insertFile(client: pg.ClientBase, file: ImportedFile): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into app.statements (id, type, created_at, lines, balanced) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing`,
    [file.id, file.type, file.createdAt, file.lines, file.balanced],
  )
  return rowCount === 1
}

/** What the account held before and after everything that a statement tells. */
export async function insertBalances(
  client: pg.ClientBase,
  { id, createdAt }: ImportedFile,
  { iban, opening, closing }: { iban: string; opening: Money; closing: Money },
): Promise<void> {
  await client.query(
    `insert into app.bank_balances (statement_id, iban, currency, opening, closing, told_at) values ($1, $2, $3, $4, $5, $6)`,
    [id, iban, closing.currency, opening.minor, closing.minor, createdAt],
  )
}

/** From now on the closing balance of a statement counts this line. */
export async function markStated(client: pg.ClientBase, fileId: string, key: string): Promise<void> {
  await client.query('update app.bank_lines set stated_in = $1 where dedupe_key = $2 and stated_in is null', [
    fileId,
    key,
  ])
}

export type LineFate = { outcome: 'new' | 'ignored'; proposal?: Json }

/** Undefined when a line with this key is there already. */
export async function insertLine(
  client: pg.ClientBase,
  fileId: string,
  line: BankLine,
  { outcome, proposal }: LineFate,
  key = line.key,
): Promise<bigint | undefined> {
  const { amount, counterparty } = line
  const { rows } = await client.query<{ id: bigint }>(
    `insert into app.bank_lines (dedupe_key, digest, iban, statement_id, kind, amount, currency, booked_on, remittance,
       structured_reference, end_to_end_id, payer_name, payer_iban, settled_by, return_reason, outcome, proposal)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     on conflict (dedupe_key) do nothing
     returning id`,
    [
      key,
      line.digest,
      line.iban,
      fileId,
      line.kind,
      line.direction === 'credit' ? amount.minor : -amount.minor,
      amount.currency,
      line.bookingDate,
      line.remittance.join('\n'),
      line.structuredReference || null,
      line.endToEndId || null,
      counterparty.name || null,
      counterparty.iban || null,
      line.settledBy ?? null,
      line.returnReason || null,
      outcome,
      proposal === undefined ? null : JSON.stringify(proposal),
    ],
  )
  return rows[0]?.id
}

export async function digestOf(
  client: pg.ClientBase,
  key: string,
): Promise<{ id: bigint; digest: string } | undefined> {
  const { rows } = await client.query<{ id: bigint; digest: string }>(
    'select id, digest from app.bank_lines where dedupe_key = $1',
    [key],
  )
  return rows[0]
}

export async function enqueueMatch(client: pg.ClientBase, lineId: bigint): Promise<void> {
  await client.query(
    `select graphile_worker.add_job('match_bank_line', json_build_object('id', $1::text), max_attempts => 25)`,
    [String(lineId)],
  )
}

export async function propose({ pool }: Pool, lineId: bigint, proposal: Json): Promise<void> {
  await pool.query('update app.bank_lines set proposal = $2 where id = $1', [
    lineId,
    JSON.stringify(proposal),
  ])
}

/** An operation together with the names under which its owner may pay. */
export type Candidate = Operation & { payer_names: string[] }

const CANDIDATES = `select o.*, array_remove(array[c.name, nullif(trim(u.first_name || ' ' || u.last_name), '')], null) as payer_names
  from app.operations o
  join app.users u on u.id = o.user_id
  left join app.companies c on c.id = u.company_id`

export async function operationsByReference(
  { pool }: Pool,
  references: readonly string[],
): Promise<Candidate[]> {
  if (references.length === 0) return []
  const { rows } = await pool.query<Candidate>(`${CANDIDATES} where o.reference = any($1)`, [references])
  return rows
}

/** What waits for exactly this amount: never credited by itself, only shown to a person. */
export async function operationsMissing({ pool }: Pool, amount: bigint): Promise<Candidate[]> {
  const { rows } = await pool.query<Candidate>(
    `${CANDIDATES} where o.state in ('funding', 'short', 'paying') and o.payin_method = 'bank_transfer' and o.total - o.held = $1
     order by o.started_at desc limit 50`,
    [amount],
  )
  return rows
}

export async function payersByReference({ pool }: Pool, references: readonly string[]): Promise<Payer[]> {
  if (references.length === 0) return []
  const { rows } = await pool.query<Payer>(`${PAYERS} where u.payment_reference = any($1)`, [references])
  return rows
}

export async function readOperation({ pool }: Pool, id: string): Promise<Candidate | undefined> {
  const { rows } = await pool.query<Candidate>(`${CANDIDATES} where o.id = $1`, [id])
  return rows[0]
}

/** By id, e-mail or standing reference. */
export async function findPayer({ pool }: Pool, who: string): Promise<Payer | undefined> {
  const { rows } = await pool.query<Payer>(
    `${PAYERS} where u.id = $1 or lower(u.email) = lower($1) or u.payment_reference = upper($1) limit 2`,
    [who],
  )
  return rows.length === 1 ? rows[0] : undefined
}

const NOBODY = 'usr_nobody'

/** In whose name money goes back that belongs to no customer: an account that nobody can open. */
export async function keepNobody(deps: Pool): Promise<Payer> {
  await deps.pool.query(
    `insert into app.users (id, email, password_hash, country, client_type, payment_reference)
     values ($1, 'nobody@jokko.invalid', '', '', 'temporary-customer', 'NOBODY') on conflict (id) do nothing`,
    [NOBODY],
  )
  const nobody = await readPayer(deps, NOBODY)
  if (!nobody) throw new Error('Nobody could not be found')
  return nobody
}

/** Payments that our bank made or will make for us: by id, or those of the named operations. */
export async function bankAttempts(
  { pool }: Pool,
  ids: readonly string[],
  operationIds: readonly string[],
): Promise<PayoutAttempt[]> {
  const { rows } = await pool.query<PayoutAttempt>(
    `select * from app.payout_attempts where provider = 'bank' and (id = any($1) or operation_id = any($2))`,
    [ids, operationIds],
  )
  return rows
}

/** A line has told before that the payment of this operation came back: it cannot do so again. */
export async function cameBackBefore({ pool }: Pool, operationId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from app.operations o join app.bank_lines l on l.operation_id = o.id
     where o.parent_id = $1 and l.outcome = 'returned' limit 1`,
    [operationId],
  )
  return rowCount === 1
}

export type EarlierCredit = StoredLine & { customer_id: string | null }

/** Earlier credits that a reversal may undo: of whom it names, or saying the same from the same account. */
export async function creditsLike(
  { pool }: Pool,
  line: StoredLine,
  named: { operationIds: readonly string[]; customerIds: readonly string[] },
): Promise<EarlierCredit[]> {
  const { rows } = await pool.query<EarlierCredit>(
    `select l.*, o.customer_id from (select ${LINE_COLUMNS} from app.bank_lines where kind = 'credit') l
     left join app.operations o on o.id = l.operation_id
     where l.iban = $1 and l.amount = $2 and l.outcome in ('matched', 'deposit', 'suspense')
       and (l.operation_id = any($3) or o.customer_id = any($4)
         or (l.remittance = $5 and l.payer_iban = $6 and l.end_to_end_id = $7))
     order by l.id desc limit 5`,
    [
      line.iban,
      -line.amount,
      named.operationIds,
      named.customerIds,
      line.remittance,
      line.payer_iban,
      line.end_to_end_id,
    ],
  )
  return rows
}

export async function freeBalance(
  { pool, config }: Pick<Deps, 'pool' | 'config'>,
  customerId: string,
): Promise<bigint> {
  const { rows } = await pool.query<{ balance: bigint }>(
    'select balance from ledger.accounts where book = $1 and name = $2',
    [config.book, `customer:${customerId}:EUR`],
  )
  return rows[0]?.balance ?? 0n
}

/** Customers who owe us something and have something. */
export async function debtorsWithMoney({ pool, config }: Pick<Deps, 'pool' | 'config'>): Promise<string[]> {
  const { rows } = await pool.query<{ customer_id: string }>(
    `select split_part(debt.name, ':', 2) as customer_id
     from ledger.accounts debt
     join ledger.accounts free on free.book = debt.book and free.name = 'customer:' || split_part(debt.name, ':', 2) || ':EUR'
     where debt.book = $1 and debt.name like 'receivable:%' and debt.balance < 0 and free.balance > 0
     order by debt.id limit 500`,
    [config.book],
  )
  return rows.map(row => row.customer_id)
}

/** Disputes that may still have to be settled, the oldest first. */
export async function openDisputes({ pool, config }: Pick<Deps, 'pool' | 'config'>, customerId: string) {
  const { rows } = await pool.query<Operation>(
    `select * from app.operations
     where book = $1 and customer_id = $2 and kind = 'dispute' and state in ('opened', 'contested', 'lost') order by started_at, id`,
    [config.book, customerId],
  )
  return rows
}

/** Cents by which a bank transfer may be short and still be taken as complete. */
export async function shortTolerance({ pool }: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ value: number | string }>(
    `select value from app.settings where key = 'short_tolerance_cents'`,
  )
  return BigInt(rows[0]?.value ?? 0)
}
