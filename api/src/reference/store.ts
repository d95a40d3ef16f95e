// Reads the reference tables, all of them at once: they are small, and must be of one moment.
import type { Selectable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type CountryRow = Selectable<Schema['app.countries']>
export type CorridorRow = Selectable<Schema['app.corridors']>
export type PayinMethodRow = Selectable<Schema['app.payin_methods']>
export type CountryPayinMethodRow = Selectable<Schema['app.country_payin_methods']>
export type OperatorRow = Selectable<Schema['app.operators']>
export type InstitutionRow = Selectable<Schema['app.institutions']>
export type RouteRow = Selectable<Schema['app.routes']>
export type FeeRow = Selectable<Schema['app.fees']>
export type MarginRow = Selectable<Schema['app.margins']>
export type RateRow = Selectable<Schema['app.rates']>
export type BankAccountRow = Selectable<Schema['app.bank_accounts']>

export type ReferenceRows = {
  readonly countries: readonly CountryRow[]
  readonly corridors: readonly CorridorRow[]
  readonly payinMethods: readonly PayinMethodRow[]
  readonly countryPayinMethods: readonly CountryPayinMethodRow[]
  readonly operators: readonly OperatorRow[]
  readonly institutions: readonly InstitutionRow[]
  readonly routes: readonly RouteRow[]
  readonly fees: readonly FeeRow[]
  readonly margins: readonly MarginRow[]
  /** The latest of each currency. */
  readonly rates: readonly RateRow[]
  readonly bankAccounts: readonly BankAccountRow[]
}

export async function readReference(db: Database): Promise<ReferenceRows> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tables => ({
      countries: await tables.selectFrom('app.countries').selectAll().orderBy('id').execute(),
      corridors: await tables.selectFrom('app.corridors').selectAll().execute(),
      payinMethods: await tables.selectFrom('app.payin_methods').selectAll().orderBy('position').execute(),
      countryPayinMethods: await tables.selectFrom('app.country_payin_methods').selectAll().execute(),
      operators: await tables.selectFrom('app.operators').selectAll().orderBy('name').execute(),
      institutions: await tables.selectFrom('app.institutions').selectAll().orderBy('name').execute(),
      routes: await tables.selectFrom('app.routes').selectAll().orderBy('id').execute(),
      fees: await tables.selectFrom('app.fees').selectAll().orderBy('valid_from', 'desc').execute(),
      margins: await tables.selectFrom('app.margins').selectAll().orderBy('valid_from', 'desc').execute(),
      rates: await tables
        .selectFrom('app.rates')
        .selectAll()
        .distinctOn('currency')
        .orderBy('currency')
        .orderBy('observed_at', 'desc')
        .execute(),
      bankAccounts: await tables.selectFrom('app.bank_accounts').selectAll().orderBy('id').execute(),
    }))
}
