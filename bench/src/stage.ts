// The stage of a benchmark: a PostgreSQL of its own with the durability of production, customers with money, and our
// real processes on it.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../../api/src/db/migrate.ts'
import { seedReference } from '../../api/src/seed/reference.ts'
import { type Cluster, removeCluster, startCluster } from '../../scripts/cluster.ts'

export const root = resolve(import.meta.dirname, '../..')

export type Customer = { customerId: string; userId: string; token: string; beneficiaryId: string }

export type Stage = {
  cluster: Cluster
  folder: string
  owner: pg.Pool
  /** Starts one of our programs; it ends with the stage. */
  program(file: string, environment?: Record<string, string>): ChildProcess
  close(): Promise<void>
}

/** `fast` gives up durability: for what measures no time and kills no database. */
export async function openStage({ fast = false } = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-bench-'))
  // PostgreSQL runs under another account when we are root, and has to get in; what is secret inside is closed itself.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const cluster = await startCluster({
    dataDir,
    fast,
    settings: { max_connections: '200', shared_buffers: '1GB', max_wal_size: '4GB' },
  })
  await migrate(cluster.ownerUrl)
  const owner = new pg.Pool({ connectionString: cluster.ownerUrl, max: 4 })
  owner.on('error', () => undefined)
  await seedReference(owner)
  const children: ChildProcess[] = []
  let closing: Promise<void> | undefined
  const clear = async () => {
    await Promise.all(children.map(end))
    await owner.end()
    await cluster.stop()
    await removeCluster(dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
  const close = () => {
    closing ??= clear()
    return closing
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(130)))
  return {
    cluster,
    folder,
    owner,
    program(file, environment = {}) {
      const log = openSync(join(folder, `${file.replaceAll('/', '-')}.log`), 'a')
      const child = spawn(process.execPath, [file], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: cluster.appUrl, LOG_LEVEL: 'warn', ...environment },
        stdio: ['ignore', log, log, 'ipc'],
      })
      children.push(child)
      return child
    },
    close,
  }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(settle => child.once('exit', settle))
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(kill)
}

export async function untilAnswers(url: string, patienceMs = 30_000): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      const answer = await fetch(url)
      await answer.arrayBuffer()
      if (answer.ok) return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await pause(25)
  }
}

/** Businesses with a session, 100,000 EUR and one beneficiary in Côte d'Ivoire each. */
export async function addCustomers(owner: pg.Pool, count: number): Promise<Customer[]> {
  const customers = Array.from({ length: count }, (_, i): Customer & { phone: string } => ({
    customerId: `cmp_${randomUUID()}`,
    userId: `usr_${randomUUID()}`,
    token: randomBytes(32).toString('base64url'),
    beneficiaryId: `ben_${randomUUID()}`,
    phone: `+22507${String(10_000_000 + i)}`,
  }))
  const rows = JSON.stringify(
    customers.map((customer, i) => ({
      ...customer,
      hash: createHash('sha256').update(customer.token).digest('hex'),
      reference: `BENCH${i}`,
    })),
  )
  const columns =
    'x("customerId" text, "userId" text, "beneficiaryId" text, phone text, hash text, reference text)'
  await owner.query(`insert into app.companies (id, name, country, is_active, is_verified)
    select "customerId", 'Atelier ' || reference, 'FR', true, true from jsonb_to_recordset('${rows}') as ${columns}`)
  await owner.query(`insert into app.users (id, email, password_hash, first_name, last_name, country, company_id, is_company_owner, is_active, is_verified, activation_level, payment_reference)
    select "userId", reference || '@jokko.example', 'none', 'Awa', 'Ndiaye', 'FR', "customerId", true, true, true, 'GREEN', reference from jsonb_to_recordset('${rows}') as ${columns}`)
  await owner.query(`insert into app.sessions (id, token_hash, user_id, expires_at)
    select 'ses_' || reference, decode(hash, 'hex'), "userId", clock_timestamp() + '1 day' from jsonb_to_recordset('${rows}') as ${columns}`)
  await owner.query(`insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
    select "beneficiaryId", "customerId", phone, 225, 'CI', 'Kouamé', 'Traoré', true from jsonb_to_recordset('${rows}') as ${columns}`)
  await fund(owner, customers)
  return customers
}

async function fund(owner: pg.Pool, customers: readonly Customer[]): Promise<void> {
  for (let from = 0; from < customers.length; from += 200) {
    const changes = customers.slice(from, from + 200).map(({ customerId }, i) => ({
      i,
      scope: 'bench',
      key: `fund:${customerId}`,
      body_hash: 'fund',
      received_at: new Date().toISOString(),
      entries: [
        {
          key: `fund:${customerId}`,
          recipe: 'depositByBank',
          book: 'test',
          postings: [
            { account: 'bank:BENCH:EUR', currency: 'EUR', amount: -100_000_000 },
            { account: `customer:${customerId}:EUR`, currency: 'EUR', amount: 100_000_000 },
          ],
        },
      ],
    }))
    await owner.query('select app.commit($1::jsonb)', [JSON.stringify(changes)])
  }
}
