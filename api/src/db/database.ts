// The connection to PostgreSQL: one pool, typed queries through Kysely, bigints as bigints.
import { type Generated, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Schema } from './schema.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
// Dates without a time stay text: a booking day has no zone.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

export type Database = Kysely<Schema>
export type { Generated }

export type Connections = { readonly pool: pg.Pool; readonly db: Database; close(): Promise<void> }

export function connect(url: string, log: Logger, max = 10): Connections {
  // Statements of one connection go out in their order, without waiting for the answer to the one before.
  const pool = openPool(url, log, { max, pipeline: true })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    db,
    async close() {
      await db.destroy()
      // Kysely ends only a pool that it has used.
      if (!pool.ending) await pool.end()
    },
  }
}

/** For the job queue's library, which writes job ids into JSON: they must stay the text that the wire carries. */
export function connectQueue(url: string, log: Logger, max = 10): pg.Pool {
  const asText = (text: string): string => text
  const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
    oid === pg.types.builtins.INT8 ? asText : pg.types.getTypeParser(oid, format)
  return openPool(url, log, { max, types: { getTypeParser } })
}

function openPool(url: string, log: Logger, more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    ...more,
  })
  // Without these listeners a restart of the database would end the process.
  pool.on('error', error => log.warn({ error: error.message }, 'idle database connection lost'))
  pool.on('connect', client => {
    client.on('error', error => log.warn({ error: error.message }, 'database connection lost'))
  })
  return pool
}
