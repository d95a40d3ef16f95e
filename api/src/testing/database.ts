// A database of its own for a test file: a clone of the migrated template, as owner and as the application.
// Nothing is dropped afterwards: the whole cluster is thrown away when the run ends.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = {
  readonly ownerUrl: string
  readonly appUrl: string
  /** As the owner, for what a test arranges or tries to break. */
  readonly owner: pg.Pool
  /** As the application's role. */
  readonly app: pg.Pool
  close(): Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser, database `postgres`. */
    adminUrl: string
    ownerUrl: string
    appUrl: string
  }
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  await admin.query(`create database ${name} template jokko_template strategy file_copy owner jokko_owner`)
  await admin.end()
  const ownerUrl = inDatabase(inject('ownerUrl'), name)
  const appUrl = inDatabase(inject('appUrl'), name)
  const owner = quietPool(ownerUrl)
  const app = quietPool(appUrl)
  return {
    ownerUrl,
    appUrl,
    owner,
    app,
    async close() {
      await Promise.all([owner.end(), app.end()])
    },
  }
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

function quietPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 10 })
  pool.on('error', () => {})
  return pool
}
