// Writes the output of the lessons in docs/ledger: `node scripts/ledger-docs.ts`, after the ledger or a lesson changed.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../api/src/db/migrate.ts'
import { LESSONS, lessonNames, runLesson } from '../api/src/testing/lessons.ts'
import { removeCluster, startCluster } from './cluster.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'jokko-lessons-'))
const cluster = await startCluster({ dataDir, fast: true })
const admin = new pg.Client({ connectionString: cluster.adminUrl })
try {
  await admin.connect()
  for (const [n, name] of lessonNames().entries()) {
    const database = `lesson_${n}`
    await admin.query(`create database ${database} owner jokko_owner`)
    const url = new URL(cluster.ownerUrl)
    url.pathname = `/${database}`
    await migrate(url.href)
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    writeFileSync(join(LESSONS, `${name}.out`), await runLesson(client, name))
    await client.end()
    console.log(`docs/ledger/${name}.out`)
  }
} finally {
  await admin.end()
  await cluster.stop()
  await removeCluster(dataDir)
}
