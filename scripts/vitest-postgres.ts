// One temporary cluster for all API tests of a run, with a migrated template database that each file clones.
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../api/src/db/migrate.ts'
import { removeCluster, startCluster } from './cluster.ts'
import { isAlive } from './processes.ts'

const template = 'jokko_template'
const prefix = 'jokko-test-'

/** A run that was killed could not clean up after itself; the folder's name tells whose it was. */
async function removeAbandoned(): Promise<void> {
  const folders = readdirSync(tmpdir()).filter(name => name.startsWith(prefix))
  const abandoned = folders.filter(name => !isAlive(Number(name.slice(prefix.length).split('-')[0])))
  for (const folder of abandoned) await removeCluster(join(tmpdir(), folder))
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

async function createTemplate(adminUrl: string, ownerUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${template} owner jokko_owner`)
  await admin.end()
  await migrate(ownerUrl)
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  const cluster = await startCluster({ dataDir, fast: true })
  await createTemplate(cluster.adminUrl, withDatabase(cluster.ownerUrl, template))
  project.provide('adminUrl', cluster.adminUrl)
  project.provide('ownerUrl', cluster.ownerUrl)
  project.provide('appUrl', cluster.appUrl)
  return () => removeCluster(dataDir)
}
