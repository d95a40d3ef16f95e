// Fills the reference tables of a new database. A table that has rows is left alone: its operator edits it.
import type pg from 'pg'
import bankAccounts from '../../seed/reference/bank-accounts.json' with { type: 'json' }
import corridors from '../../seed/reference/corridors.json' with { type: 'json' }
import countries from '../../seed/reference/countries.json' with { type: 'json' }
import countryPayinMethods from '../../seed/reference/country-payin-methods.json' with { type: 'json' }
import fees from '../../seed/reference/fees.json' with { type: 'json' }
import institutions from '../../seed/reference/institutions.json' with { type: 'json' }
import margins from '../../seed/reference/margins.json' with { type: 'json' }
import operators from '../../seed/reference/operators.json' with { type: 'json' }
import payinMethods from '../../seed/reference/payin-methods.json' with { type: 'json' }
import routes from '../../seed/reference/routes.json' with { type: 'json' }

type Row = Readonly<Record<string, string | number | boolean | null>>

/** In the order in which they refer to each other. */
const tables: readonly (readonly [table: string, rows: readonly Row[]])[] = [
  ['countries', countries],
  [
    'corridors',
    corridors.flatMap(({ sending, receiving }) => receiving.map(iso => ({ sending, receiving: iso }))),
  ],
  ['payin_methods', payinMethods],
  [
    'country_payin_methods',
    countryPayinMethods.flatMap(({ country, method_ids }) =>
      method_ids.map(method_id => ({ country, method_id })),
    ),
  ],
  ['operators', operators],
  ['institutions', institutions],
  ['routes', routes],
  ['fees', fees],
  ['margins', margins],
  ['bank_accounts', bankAccounts],
]

/** A first rate, so that Guinea can be quoted before the rate source was asked: 9,412.35 francs for a euro. */
const firstRates: readonly Row[] = [{ currency: 'GNF', value: '941235', scale: 2, source: 'seed' }]

export async function seedReference(owner: pg.Pool): Promise<void> {
  for (const [table, rows] of tables) await fill(owner, table, rows)
  const observed_at = new Date().toISOString()
  await fill(
    owner,
    'rates',
    firstRates.map(rate => ({ ...rate, observed_at })),
  )
}

async function fill(owner: pg.Pool, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await owner.query(
    `insert into app.${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::app.${table}, $1)
     where not exists (select from app.${table})`,
    [JSON.stringify(rows)],
  )
}
