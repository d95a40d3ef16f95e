// Brings a database to the current schema: the job queue's own tables first, then our SQL files in order,
// each in its own transaction, once. Forward only.
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const LOCK = 7_203_114

export async function migrate(ownerUrl: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  // The job queue asks for listeners on the pool and on each of its clients.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool })
    return await applyFiles(pool)
  } finally {
    await pool.end()
  }
}

async function applyFiles(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists public.migrations (name text primary key, at timestamptz not null default now())',
    )
    const done = new Set(
      (await client.query<{ name: string }>('select name from public.migrations')).rows.map(row => row.name),
    )
    const files = (await readdir(MIGRATIONS)).filter(name => name.endsWith('.sql') && !done.has(name)).sort()
    for (const name of files) await applyFile(client, name)
    return files
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    client.release()
  }
}

async function applyFile(client: pg.PoolClient, name: string): Promise<void> {
  const sql = await readFile(new URL(name, MIGRATIONS), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into public.migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
