// The money of the demo world, all of it through the ledger's one door: first deposits, and our own opening books.

import { type Currency, eur, fromDecimal, type Money, money, subtract, zero } from '@jokko/core/money'
import { toPrincipal } from '@jokko/core/rates'
import { accounts } from '@jokko/core/recipes'
import { depositByBank } from '@jokko/core/recipes-payin'
import { buyFloat, openCapital } from '@jokko/core/recipes-treasury'
import { searchText } from '@jokko/core/search'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { Change } from '../ledger/change.ts'
import { walk } from '../ledger/walk.ts'
import { referenceData } from '../reference/data.ts'
import type { DemoPerson } from './people.ts'

export type SeedDeps = Pick<Deps, 'config' | 'pool' | 'db' | 'ledger' | 'clock' | 'log'>

const DAY_MS = 86_400_000
const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString()

/** A written key answers again; anything else that is not a commit is a fault of the seed. */
export async function commitSeed({ ledger }: Pick<Deps, 'ledger'>, change: Change): Promise<void> {
  const verdict = await ledger.commit(change)
  if (verdict.verdict === 'refused') throw new Error(`the seed's ${change.key} was refused: ${verdict.code}`)
}

const seedKey = (key: string, now: string) => ({ scope: 'seed', key, body_hash: '', received_at: now })

type Payee = { id: string; customerId: string; name: string; country: string }

async function findPayee({ pool }: Pick<Deps, 'pool'>, email: string): Promise<Payee | undefined> {
  const { rows } = await pool.query<Payee>(
    `select u.id, app.customer_of(u) as "customerId", coalesce(c.name, u.first_name || ' ' || u.last_name) as name, u.country
     from app.users u left join app.companies c on c.id = u.company_id where u.email = $1`,
    [email],
  )
  return rows[0]
}

/** A bank transfer of their own that came in four months ago. */
export async function seedDeposit(deps: SeedDeps, person: DemoPerson): Promise<void> {
  const amount = fromDecimal(person.balance ?? '', 'EUR')
  const payee = await findPayee(deps, person.email)
  const bank = (await referenceData(deps)).ourBankAccounts[0]
  if (!amount || !payee || !bank) return
  const operationId = newId('opn')
  const at = daysBefore(deps.clock.now(), 120)
  const entry = depositByBank({ iban: bank.iban, customer: payee.customerId, amount, fee: zero('EUR') })
  const { events, entries, shown } = walk({
    kind: 'deposit',
    operationId,
    book: deps.config.book,
    from: null,
    openedBy: 'bank',
    steps: [{ event: 'completed', actor: 'bank', entries: [{ ...entry, occurred_at: at }] }],
    now: at,
  })
  await commitSeed(deps, {
    ...seedKey(`deposit:${person.email}`, deps.clock.nowText()),
    operation_id: operationId,
    expect: 0,
    create: {
      ...shown,
      book: deps.config.book,
      kind: 'deposit',
      operation_type: 'deposit',
      customer_id: payee.customerId,
      user_id: payee.id,
      sending_country: payee.country,
      payin_method: 'bank_transfer',
      counterparty: payee.name,
      principal: amount.minor,
      total: amount.minor,
      received: amount.minor,
      target: amount.minor,
      target_currency: 'EUR',
      details: { payer_name: payee.name },
      search: searchText([payee.name]),
      started_at: at,
    },
    events: events.map(event => ({ ...event, at })),
    entries,
  })
}

/** What the simulated bank and the simulated payout provider have in their own books when they first open. */
const bankOpening = eur(1_000_000_00n)
const floatOpening: readonly Money[] = [
  money(1_000_000_000n, 'XOF'),
  money(1_000_000_000n, 'XAF'),
  money(10_000_000_000n, 'GNF'),
]
const PROVIDER = 'hub2'

/**
 * Our own money, so that the books start balanced and agree with those of the bank and the provider: capital, and the
 * floats bought with it. Written after the history, whose payouts it also pays for, and dated before it.
 */
export async function seedOpening(deps: SeedDeps): Promise<void> {
  const data = await referenceData(deps)
  const iban = data.ourBankAccounts[0]?.iban
  if (iban === undefined) return
  const { book } = deps.config
  const occurred_at = daysBefore(deps.clock.now(), 365)
  let spent = zero('EUR')
  const entries: NonNullable<Change['entries']> = []
  for (const opening of floatOpening) {
    const known = data.rate(opening.currency)
    if (!known) continue
    const bought = subtract(
      opening,
      await balanceOf(deps, accounts.float(PROVIDER, opening.currency), opening.currency),
    )
    const paid = toPrincipal(bought, known.rate)
    spent = eur(spent.minor + paid.minor)
    const entry = buyFloat({ iban, provider: PROVIDER, paid, bought })
    entries.push({ ...entry, key: `seed:float:${opening.currency}`, book, occurred_at })
  }
  const present = await balanceOf(deps, accounts.bank(iban), 'EUR')
  const amount = eur(bankOpening.minor - present.minor + spent.minor)
  entries.push({ ...openCapital({ iban, amount }), key: 'seed:capital', book, occurred_at })
  await commitSeed(deps, { ...seedKey('opening', deps.clock.nowText()), entries })
}

/** On our side of the books a debit is an asset, so that what we have is positive here. */
async function balanceOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  account: string,
  currency: Currency,
): Promise<Money> {
  const row = await db
    .selectFrom('ledger.accounts')
    .select('balance')
    .where('book', '=', config.book)
    .where('name', '=', account)
    .executeTakeFirst()
  return money(-(row?.balance ?? 0n), currency)
}
