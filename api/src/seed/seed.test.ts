// The demo world: complete, believable, in balance, and the same after a second start.
import { isPaymentReference } from '@jokko/core/references'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyPassword } from '../access/password.ts'
import { accessRoutes } from '../access/routes.ts'
import type { App } from '../http/app-types.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { signedIn } from '../testing/people.ts'
import { DEMO_PASSWORD, demoPeople } from './people.ts'
import { seed } from './seed.ts'

let database: TestDatabase
let deps: Awaited<ReturnType<typeof testDeps>>
let app: App

beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database)
  deps = await testDeps(database.appUrl)
  app = await testApp(deps, accessRoutes(deps))
})
afterAll(async () => {
  await app.close()
  await deps.close()
  await database.close()
})

async function rowsOf(table: string): Promise<unknown> {
  const { rows } = await database.owner.query(
    `select md5(string_agg(t::text, '|' order by t::text)) as content, count(*)::int as n from ${table} t`,
  )
  return rows[0]
}

describe('the seed', () => {
  it('changes nothing the second time', async () => {
    const tables = [
      'app.countries',
      'app.routes',
      'app.fees',
      'app.rates',
      'app.users',
      'app.companies',
      'app.contacts',
      'app.beneficiary_accounts',
      'app.settings',
      'app.operations',
      'ledger.postings',
    ]
    const before = await Promise.all(tables.map(rowsOf))
    await seed(database)
    expect(await Promise.all(tables.map(rowsOf))).toEqual(before)
  })

  it('keeps what an operator changed and a person removed', async () => {
    await database.owner.query(
      `update app.fees set percent_bp = 45 where purpose = 'transfer' and method = 'card'`,
    )
    await database.owner.query('delete from app.contacts where id = (select min(id) from app.contacts)')
    const before = await Promise.all([rowsOf('app.fees'), rowsOf('app.contacts')])
    await seed(database)
    expect(await Promise.all([rowsOf('app.fees'), rowsOf('app.contacts')])).toEqual(before)
  })

  it('leaves the books clean, and in agreement with the bank and the provider', async () => {
    const { rows } = await database.app.query('select * from ledger.verify() where not ok')
    expect(rows).toEqual([])
    const { rows: accounts } = await database.app.query(
      `select name, (-balance)::text as has from ledger.accounts where name like 'bank:%' or name like 'float:%' order by name`,
    )
    expect(accounts).toEqual([
      { name: 'bank:FR7699999000010000002600103:EUR', has: '100000000' },
      { name: 'float:hub2:GNF', has: '10000000000' },
      { name: 'float:hub2:XAF', has: '1000000000' },
      { name: 'float:hub2:XOF', has: '1000000000' },
    ])
  })

  it('gives every person a real number, a payment reference and the demo password', async () => {
    const { rows } = await database.owner.query(
      'select email, password_hash, phone_e164, payment_reference from app.users order by created_at',
    )
    expect(rows.map(row => row.email)).toEqual(demoPeople.map(person => person.email))
    for (const person of demoPeople) {
      const row = rows.find(candidate => candidate.email === person.email)
      expect([person.email, row.phone_e164 === null]).toEqual([person.email, person.phone === null])
      expect(isPaymentReference(row.payment_reference)).toBe(true)
    }
    expect(await verifyPassword(DEMO_PASSWORD, rows[0].password_hash)).toBe(true)
    expect(new Set(rows.map(row => row.password_hash)).size).toBe(rows.length)
  })

  it('the owner and a colleague share 5,000.00 EUR; who is listed is restricted', async () => {
    const as = async (email: string) => {
      const { rows } = await database.owner.query('select id from app.users where email = $1', [email])
      const answer = await app.inject({
        url: '/api/v1/auth/current',
        headers: await signedIn(deps, rows[0].id),
      })
      return answer.json().user
    }
    expect(await as('owner@jokko.example')).toMatchObject({
      is_company_owner: true,
      client: { euro_balance: '5000.00' },
      company: { name: 'Atelier Ndiaye SARL', is_active: true, is_verified: true },
      can: { transfer: true },
    })
    expect(await as('member@jokko.example')).toMatchObject({
      is_company_owner: false,
      client: { euro_balance: '5000.00' },
    })
    expect(await as('listed@jokko.example')).toMatchObject({
      activation_level: 'YELLOW',
      restriction: 'bank_transfer_only',
    })
    expect(await as('restricted@jokko.example')).toMatchObject({ restriction: 'until_first_operation' })
    expect(await as('discovery@jokko.example')).toMatchObject({ meta: [] })
    expect((await as('inactive-company@jokko.example')).can.transfer).toBe(false)
  })

  it('the owner has contacts in several countries, a business and a Jokko customer', async () => {
    const { rows } = await database.owner.query(
      `select b.country, b.is_individual, b.user_id is not null as registered from app.beneficiaries b order by b.created_at limit 7`,
    )
    expect(rows.map(row => row.country)).toEqual(['CI', 'SN', 'BJ', 'CM', 'GN', 'ML', 'CM'])
    expect(rows.filter(row => !row.is_individual)).toHaveLength(2)
    expect(rows.filter(row => row.registered)).toHaveLength(1)
  })
})
