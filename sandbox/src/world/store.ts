// The world's memory: one SQLite file, its tables, and three ways to ask it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { schema } from './schema.ts'

export type Store = {
  run(sql: string, ...values: SQLInputValue[]): number
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  /** Nested calls join the outer transaction. */
  transaction<T>(work: () => T): T
  close(): void
}

export function openStore(dataDir: string): Store {
  if (dataDir !== ':memory:') mkdirSync(dataDir, { recursive: true })
  const database = new DatabaseSync(dataDir === ':memory:' ? dataDir : join(dataDir, 'sandbox.sqlite'))
  // The world survives the end of its process; a power cut may cost it its last moments.
  database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma busy_timeout = 5000')
  database.exec(schema)
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const fresh = database.prepare(sql)
    prepared.set(sql, fresh)
    return fresh
  }
  return {
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    get: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as Row[],
    transaction: work => {
      if (database.isTransaction) return work()
      database.exec('begin immediate')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: () => {
      prepared.clear()
      database.close()
    },
  }
}
