// The embedded PostgreSQL: starts and stops again and again with its data, survives what a killed run leaves behind,
// and lets nobody in without a password.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Cluster, removeCluster, runningCluster, startCluster, withDatabase } from './cluster.ts'
import { isAlive, waitForEnd } from './processes.ts'

// The space is part of the test.
const dataDir = mkdtempSync(join(tmpdir(), 'jokko cluster '))
const start = () => startCluster({ dataDir, fast: true })

afterAll(() => removeCluster(dataDir))

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

function postmasterFile(): string {
  return join(dataDir, 'postgres', 'postmaster.pid')
}

function postmasterPid(): number {
  return Number(readFileSync(postmasterFile(), 'utf8').split('\n')[0])
}

async function used<Result>(work: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const cluster = await start()
  try {
    return await work(cluster)
  } finally {
    await cluster.stop()
  }
}

describe('the embedded PostgreSQL', () => {
  test('starts in a path with a space, and leaves no process when stopped', async () => {
    const pid = await used(async ({ ownerUrl }) => {
      expect(await ask(ownerUrl, 'show server_version_num')).toMatch(/^18/)
      await ask(ownerUrl, 'create table kept (n int)')
      await ask(ownerUrl, 'insert into kept values (42)')
      return postmasterPid()
    })
    expect(isAlive(pid)).toBe(false)
    expect(runningCluster(dataDir)).toBeUndefined()
  })

  test('a command that needs data says, before the first start, how there will be some', async () => {
    const say = vi.spyOn(console, 'error').mockReturnValue()
    const work = vi.fn<() => Promise<string>>(async () => 'done')
    expect(await used(() => withDatabase(dataDir, work))).toBeUndefined()
    expect(work).not.toHaveBeenCalled()
    expect(say).toHaveBeenCalledWith(expect.stringContaining('Run npm start once'))
    say.mockRestore()
  })

  test('keeps its data over a second start', async () => {
    expect(await used(({ ownerUrl }) => ask(ownerUrl, 'select n from kept'))).toBe(42)
  })

  test('is found by others while it runs', async () => {
    await used(async () => {
      const found = runningCluster(dataDir)
      expect(await ask(found?.ownerUrl ?? '', 'select n from kept')).toBe(42)
    })
  })

  test('a server that a killed run left behind is ended before the next start', async () => {
    await start()
    const left = postmasterPid()
    const answer = await used(async ({ ownerUrl }) => {
      expect(postmasterPid()).not.toBe(left)
      return ask(ownerUrl, 'select n from kept')
    })
    expect(answer).toBe(42)
    expect(isAlive(left)).toBe(false)
  })

  test('a server killed with SIGKILL does not hinder the next start', async () => {
    await start()
    const killed = postmasterPid()
    process.kill(killed, 'SIGKILL')
    await waitForEnd(killed, 5000)
    expect(await used(({ ownerUrl }) => ask(ownerUrl, 'select n from kept'))).toBe(42)
  })

  test("a recorded process number that is another program's by now is left alone", async () => {
    writeFileSync(postmasterFile(), `${process.pid}\n${join(dataDir, 'postgres')}\n0\n1\n\n127.0.0.1\n\n`)
    expect(await used(({ ownerUrl }) => ask(ownerUrl, 'select n from kept'))).toBe(42)
  })

  test('the passwords are readable by their owner only, and nobody enters without', async () => {
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    await used(async ({ appUrl, ownerUrl }) => {
      const wrong = new URL(appUrl)
      wrong.password = 'wrong'
      await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
      expect(await ask(appUrl, 'select current_user')).toBe('jokko_app')
      expect(await ask(ownerUrl, 'select rolsuper from pg_roles where rolname = current_user')).toBe(false)
      await expect(ask(appUrl, 'create table x (n int)')).rejects.toMatchObject({ code: '42501' })
    })
  })

  test('lost passwords are told, not guessed', async () => {
    const file = join(dataDir, 'secrets.json')
    const kept = readFileSync(file)
    rmSync(file)
    await expect(start()).rejects.toThrow('npm run db:reset')
    writeFileSync(file, kept, { mode: 0o600 })
  })

  test('is removed whole, even while it runs', async () => {
    const other = mkdtempSync(join(tmpdir(), 'jokko-removed-'))
    await startCluster({ dataDir: other, fast: true })
    const pid = Number(readFileSync(join(other, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    await removeCluster(other)
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(other)).toBe(false)
  })
})
