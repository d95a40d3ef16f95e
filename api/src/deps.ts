// What the areas are given: built once in app.ts or worker.ts and passed as the first argument.
import type {
  AccountCheck,
  AccountHolderCheck,
  BankPayments,
  BankStatements,
  Messages,
  PayInProvider,
  PayoutProvider,
  Rates,
  RestrictedList,
  Tracker,
  Webhooks,
} from '@jokko/providers/port'
import type pg from 'pg'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Ledger } from './ledger/commit.ts'
import type { Logger } from './log.ts'

export type Providers = {
  /** By the name that routes and ledger accounts carry. */
  payouts: Readonly<Record<string, PayoutProvider>>
  /** Companies that collect for us, by the name that ways to pay in carry. */
  payIns: Readonly<Record<string, PayInProvider>>
  accountHolder: AccountHolderCheck
  statements: BankStatements
  bankPayments: BankPayments
  /** Does a name belong to an account? Asked before money goes there over SEPA. */
  accountCheck: AccountCheck
  messages: Messages
  rates: Rates
  /** Null where there is none. */
  tracker: Tracker | null
  restrictedList: RestrictedList | null
  webhooks: Readonly<Record<string, Webhooks>>
}

export type Deps = {
  config: Config
  pool: pg.Pool
  db: Database
  ledger: Ledger
  clock: Clock
  log: Logger
  providers: Providers
}
