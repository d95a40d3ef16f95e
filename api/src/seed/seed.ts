// Fills a new database: reference data everywhere, and outside production the demo world. Run at every start; what is
// there already is left alone.
import pg from 'pg'
import { createClock } from '../clock/clock.ts'
import { readConfig } from '../config.ts'
import { connect } from '../db/database.ts'
import { createLedger } from '../ledger/commit.ts'
import { createLog } from '../log.ts'
import { seedHistory } from './history.ts'
import { type SeedDeps, seedDeposit, seedOpening } from './money.ts'
import { demoPeople, seedContacts, seedPeople } from './people.ts'
import { seedReference } from './reference.ts'

export async function seed({ ownerUrl, appUrl }: { ownerUrl: string; appUrl: string }): Promise<void> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  try {
    await seedReference(owner)
    const { rows } = await owner.query<{ environment: string }>('select environment from app.clock')
    if (rows[0]?.environment !== 'production') await seedDemo(appUrl)
  } finally {
    await owner.end()
  }
}

async function seedDemo(appUrl: string): Promise<void> {
  const log = createLog('seed', 'warn')
  const { pool, db, close } = connect(appUrl, log, 4)
  try {
    const deps: SeedDeps = {
      config: readConfig({ APP_ENV: 'development', DATABASE_URL: appUrl }),
      pool,
      db,
      ledger: createLedger({ pool, log }),
      clock: await createClock(pool),
      log,
    }
    await seedPeople(deps)
    await seedContacts(deps)
    if (await hasMoney(pool)) return
    await Promise.all(demoPeople.map(person => seedDeposit(deps, person)))
    await seedHistory(deps)
    await seedOpening(deps)
  } finally {
    await close()
  }
}

async function hasMoney(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(`select from ledger.keys where business_key = 'seed:capital'`)
  return rows.length > 0
}
