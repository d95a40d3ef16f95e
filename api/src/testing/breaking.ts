// Breaks something in a test database as nobody else could, its laws switched off; says what ledger.verify() finds, and
// takes it back.
import pg from 'pg'
import { inject } from 'vitest'
import type { TestDatabase } from './database.ts'

type Finding = { invariant: string; detail: string }

export type Breaker = {
  /** What is found after these statements; '' when nothing is. */
  found(...sql: string[]): Promise<string>
  close(): Promise<void>
}

export async function openBreaker({ ownerUrl }: TestDatabase): Promise<Breaker> {
  const url = new URL(inject('adminUrl'))
  url.pathname = new URL(ownerUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return {
    async found(...sql) {
      await client.query('begin')
      try {
        await client.query('set local session_replication_role = replica')
        for (const statement of sql) await client.query(statement)
        const { rows } = await client.query<Finding>(
          'select invariant, detail from ledger.verify() where not ok order by invariant',
        )
        return rows.map(({ invariant, detail }) => `${invariant} ${detail}`).join('; ')
      } finally {
        await client.query('rollback')
      }
    },
    close: () => client.end(),
  }
}
