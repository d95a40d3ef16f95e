// The reference: pgbench's TPC-B-like transaction at scale 50 with 8 clients, on the same server in the same run.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import pg from 'pg'
import type { Cluster } from '../../scripts/cluster.ts'

const SCALE = '50'
const CLIENTS = '8'

export type Pgbench = { run(seconds: number): number }

export async function preparePgbench(cluster: Cluster): Promise<Pgbench> {
  const program = findPgbench()
  const admin = new pg.Client({ connectionString: cluster.adminUrl })
  await admin.connect()
  await admin.query('create database pgbench')
  await admin.end()
  const url = new URL(cluster.adminUrl)
  const environment = { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }
  const target = ['-h', url.hostname, '-p', url.port, '-U', url.username]
  execFileSync(program, [...target, '-i', '-q', '-s', SCALE, 'pgbench'], {
    env: environment,
    stdio: 'ignore',
  })
  return {
    run(seconds) {
      const { stdout, stderr } = spawnSync(
        program,
        [...target, '-n', '-c', CLIENTS, '-j', '2', '-T', String(seconds), 'pgbench'],
        {
          env: environment,
          encoding: 'utf8',
        },
      )
      const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
      if (tps === undefined) throw new Error(`pgbench gave no figure: ${stderr}`)
      return Number(tps)
    },
  }
}

function findPgbench(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : []
  const places = [
    ...versions.map(version => `${debian}/${version}/bin/pgbench`),
    '/usr/bin/pgbench',
    '/usr/local/bin/pgbench',
    '/opt/homebrew/bin/pgbench',
  ]
  const found = places.find(existsSync)
  if (found === undefined)
    throw new Error('pgbench was not found. On Debian it comes with: apt-get install postgresql-contrib')
  return found
}
