// The bank's books: lines on our accounts, a camt.054 for each at once, a camt.053 at the end of the day.
import { isoTime } from '../world/clock.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { type BankEntry, type BankTransaction, type CamtMessage, camtType, camtXml } from './camt.ts'
import { tellNewFile } from './webhook.ts'

export type NewEntry = Omit<BankEntry, 'reference' | 'bookingDate' | 'cents'> & {
  readonly iban: string
  readonly direction: 'credit' | 'debit'
}

type EntryRow = {
  id: number
  reference: string
  iban: string
  /** Cents as text: SQLite's integers come back as numbers otherwise. */
  cents_text: string
  status: 'BOOK' | 'PDNG'
  reversal: number
  family: string
  sub_family: string
  transactions: string
  booking_date: string
  at: number
  statement_id: string | null
}

export type StoredEntry = BankEntry & { readonly id: number; readonly iban: string; readonly at: number }

const openingBalanceCents = 100_000_000n
const entryColumns = '*, cast(cents as text) as cents_text'

export function keepBooks(world: World) {
  world.agenda.on('bank.end_of_day', iban => closeDay(world, iban))
  world.beginnings.push(() => openAccount(world, world.settings.bankIban))
}

export function openAccount({ store }: World, iban: string) {
  store.run(
    'insert into bank_accounts (iban, opening) values (?, ?) on conflict (iban) do nothing',
    iban,
    openingBalanceCents,
  )
}

/** Writes a line and its notification; the day's statement follows at midnight. */
export function book(world: World, entry: NewEntry): { entry: StoredEntry; fileId: string } {
  const { store, clock } = world
  return store.transaction(() => {
    openAccount(world, entry.iban)
    const total = entry.transactions.reduce((sum, { cents }) => sum + cents, 0n)
    const reference = vendorId('BK', 14).toUpperCase().replace('_', '')
    store.run(
      `insert into bank_entries
         (reference, iban, cents, status, reversal, family, sub_family, transactions, booking_date, at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      reference,
      entry.iban,
      entry.direction === 'credit' ? total : -total,
      entry.status,
      entry.reversal ? 1 : 0,
      entry.family,
      entry.subFamily,
      transactionsToText(entry.transactions),
      bankDay(clock.now()),
      clock.now(),
    )
    return publish(world, reference)
  })
}

/** A pending line becomes final today, under the same reference. */
export function bookPending(world: World, reference: string) {
  const { store, clock } = world
  return store.transaction(() => {
    store.run(
      `update bank_entries set status = 'BOOK', booking_date = ? where reference = ? and status = 'PDNG'`,
      bankDay(clock.now()),
      reference,
    )
    return publish(world, reference)
  })
}

function publish(world: World, reference: string) {
  const entry = findEntry(world, reference)
  if (!entry) throw new Error(`there is no bank line ${reference}`)
  if (!world.agenda.isPlanned('bank.end_of_day', entry.iban))
    world.agenda.plan('bank.end_of_day', entry.iban, nextMidnight(world.clock.now()))
  return { entry, fileId: writeFile(world, '054', entry.iban, [entry]) }
}

/** The statement of everything booked since the last one; undefined when nothing was. */
export function closeDay(world: World, iban: string): string | undefined {
  const { store, agenda } = world
  return store.transaction(() => {
    agenda.cancel('bank.end_of_day', iban)
    const entries = entriesWhere(world, `iban = ? and status = 'BOOK' and statement_id is null`, iban)
    if (entries.length === 0) return undefined
    const change = entries.reduce((sum, { cents }) => sum + cents, 0n)
    const closing = bookedBalance(world, iban)
    const date = entries.at(-1)?.bookingDate ?? ''
    const id = writeFile(world, '053', iban, entries, { opening: closing - change, closing, date })
    store.run(
      `update bank_entries set statement_id = ? where iban = ? and status = 'BOOK' and statement_id is null`,
      id,
      iban,
    )
    return id
  })
}

export function bookedBalance({ store }: World, iban: string): bigint {
  const row = store.get<{ balance: string }>(
    `select cast(opening + coalesce((select sum(cents) from bank_entries where iban = ?1 and status = 'BOOK'), 0)
       as text) as balance from bank_accounts where iban = ?1`,
    iban,
  )
  return BigInt(row?.balance ?? '0')
}

/** Sets the balance by moving the opening one, so that no line is invented. */
export function setBookedBalance(world: World, iban: string, cents: bigint) {
  openAccount(world, iban)
  const difference = cents - bookedBalance(world, iban)
  world.store.run('update bank_accounts set opening = opening + ? where iban = ?', difference, iban)
}

function writeFile(
  world: World,
  kind: CamtMessage['kind'],
  iban: string,
  entries: readonly BankEntry[],
  balances?: CamtMessage['balances'],
): string {
  const { store, clock, settings } = world
  const version = camtVersion(world)
  const id = vendorId('stm')
  const createdAt = clock.now()
  const xml = camtXml({
    kind,
    version,
    id: id.slice(4),
    sequence: nextSequence(world, iban),
    createdAt: isoTime(createdAt),
    account: { iban, bic: settings.bankBic, holder: settings.bankAccountHolder },
    entries,
    ...(balances ? { balances } : {}),
  })
  const type = camtType(kind, version)
  store.run(
    'insert into bank_files (id, type, iban, xml, created_at) values (?, ?, ?, ?, ?)',
    id,
    type,
    iban,
    xml,
    createdAt,
  )
  tellNewFile(world, { id, type, createdAt })
  return id
}

function nextSequence({ store }: World, iban: string): number {
  const row = store.get<{ statements: number }>(
    'update bank_accounts set statements = statements + 1 where iban = ? returning statements',
    iban,
  )
  return row?.statements ?? 1
}

/** The version can be switched while the world runs; the configuration says how it begins. */
export function camtVersion({ store, settings }: World): '02' | '08' {
  const chosen = store.get<{ value: string }>(`select value from memory where key = 'camt_version'`)?.value
  return (chosen ?? settings.bankCamtVersion) === '02' ? '02' : '08'
}

export function chooseCamtVersion({ store }: World, version: '02' | '08') {
  store.run(
    `insert into memory (key, value) values ('camt_version', ?)
     on conflict (key) do update set value = excluded.value`,
    version,
  )
}

export const findEntry = (world: World, reference: string) =>
  entriesWhere(world, 'reference = ?', reference)[0]

export function latestEntries(world: World, limit: number): StoredEntry[] {
  return world.store
    .all<EntryRow>(`select ${entryColumns} from bank_entries order by id desc limit ?`, limit)
    .map(asEntry)
}

export const allEntries = (world: World) => entriesWhere(world, "'all' = ?", 'all')

function entriesWhere({ store }: World, condition: string, value: string): StoredEntry[] {
  return store
    .all<EntryRow>(`select ${entryColumns} from bank_entries where ${condition} order by id`, value)
    .map(asEntry)
}

function asEntry(row: EntryRow): StoredEntry {
  return {
    id: row.id,
    iban: row.iban,
    at: row.at,
    reference: row.reference,
    cents: BigInt(row.cents_text),
    status: row.status,
    reversal: row.reversal === 1,
    family: row.family,
    subFamily: row.sub_family,
    bookingDate: row.booking_date,
    transactions: transactionsFromText(row.transactions),
  }
}

function transactionsToText(transactions: readonly BankTransaction[]): string {
  return JSON.stringify(
    transactions.map(transaction => ({ ...transaction, cents: String(transaction.cents) })),
  )
}

function transactionsFromText(text: string): BankTransaction[] {
  const stored: (Omit<BankTransaction, 'cents'> & { cents: string })[] = JSON.parse(text)
  return stored.map(transaction => ({ ...transaction, cents: BigInt(transaction.cents) }))
}

const bankTimeZone = 'Europe/Paris'
const zoned = (moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(bankTimeZone)
const bankDay = (moment: number) => zoned(moment).toPlainDate().toString()
const nextMidnight = (moment: number) => zoned(moment).startOfDay().add({ days: 1 }).epochMilliseconds
