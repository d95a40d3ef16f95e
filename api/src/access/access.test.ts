// Signing in and out: the same answer for everyone who is not let in, limits that hold across processes, and what
// a signed-in person may do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../http/app-types.ts'
import { COOKIE } from '../http/session.ts'
import { seedReference } from '../seed/reference.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { inOneWindow } from '../testing/one-window.ts'
import { addCompany, addHuman, proofOf, signedIn, solvedCaptcha } from '../testing/people.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { type Person, permissionsOf } from './permissions.ts'
import { accessRoutes } from './routes.ts'

const PASSWORD = 'Jokko-2026!'
let database: TestDatabase
let deps: Awaited<ReturnType<typeof testDeps>>
let app: App
let hash: string
let company: string
let owner: string

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.owner)
  deps = await testDeps(database.appUrl)
  app = await testApp(deps, accessRoutes(deps))
  hash = await hashPassword(PASSWORD)
  company = await addCompany(database.owner, { name: 'Atelier Ndiaye SARL' })
  owner = await addHuman(database.owner, {
    email: 'Owner@jokko.example',
    password_hash: hash,
    phone_e164: '+33612345678',
    company_id: company,
    is_company_owner: true,
  })
})
afterAll(async () => {
  await app.close()
  await deps.close()
  await database.close()
})

async function signIn(
  body: { email: string; password: string; captcha?: string },
  { at = app, address = '127.0.0.1' }: { at?: App; address?: string } = {},
) {
  const captcha = body.captcha ?? (await solvedCaptcha(deps))
  return at.inject({
    method: 'POST',
    url: '/api/v1/auth/byEmail',
    headers: { 'x-client-key': 'jokko-web', 'accept-language': 'en' },
    remoteAddress: address,
    payload: { ...body, captcha },
  })
}

describe('POST /auth/byEmail', () => {
  it('200 signs in whatever the case of the address, with a cookie that only this origin sees', async () => {
    const answer = await signIn({ email: 'owner@JOKKO.example', password: PASSWORD })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().user).toMatchObject({
      id: owner,
      full_name: 'Awa Ndiaye',
      phone_number: '612345678',
      full_phone_number: '+33612345678',
      country_code: 33,
      client: { type: 'customer', euro_balance: '0.00' },
      company: { name: 'Atelier Ndiaye SARL' },
      channels: [`private-user.${owner}`, `private-company.${company}`],
    })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({
      name: COOKIE,
      value: answer.json().access_token,
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
    })
    expect(cookie).not.toHaveProperty('domain')
  })

  it('200 with the challenge that the server gives, within a second of work', async () => {
    const challenge = await app.inject({ url: '/api/v1/captcha/challenge' })
    expect(challenge.headers['cache-control']).toBe('no-store')
    const captcha = await proofOf(challenge.json())
    const answer = await signIn({ email: 'owner@jokko.example', password: PASSWORD, captcha })
    expect(answer.statusCode).toBe(200)
  })

  it('keeps the token only as a digest', async () => {
    const answer = await signIn({ email: 'owner@jokko.example', password: PASSWORD })
    const { rows } = await database.owner.query('select encode(token_hash, $1) as kept from app.sessions', [
      'hex',
    ])
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(answer.json().access_token)
  })

  it('401 invalid_credentials (OTP-09): the same body for a wrong password and an unknown address', async () => {
    const wrong = await signIn({ email: 'owner@jokko.example', password: 'Wrong-2026!' })
    const unknown = await signIn({ email: 'nobody@jokko.example', password: 'Wrong-2026!' })
    const { request_id: _one, ...first } = wrong.json()
    const { request_id: _other, ...second } = unknown.json()
    expect([wrong.statusCode, first.code]).toEqual([401, 'invalid_credentials'])
    expect(second).toEqual(first)
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort())
  })

  it('401 (OTP-09) takes as long for an unknown address as for a wrong password', async () => {
    const timed = async (email: string, address: string) => {
      const captcha = await solvedCaptcha(deps)
      const started = performance.now()
      await signIn({ email, password: 'Wrong-2026!', captcha }, { address })
      return performance.now() - started
    }
    const known: number[] = []
    const unknown: number[] = []
    // Whatever else the machine does only adds time, so the quickest of each is the honest one, and more of them come
    // closer to it.
    const apart = () => {
      const [one, other] = [Math.min(...known), Math.min(...unknown)]
      return Math.max(one, other) / Math.min(one, other)
    }
    for (let round = 0; round < 7 || (round < 40 && apart() >= 1.6); round += 1) {
      // Each an account and an address of its own: wrong tries are counted.
      const email = `known-${round}@jokko.example`
      await addHuman(database.owner, { email, password_hash: hash })
      known.push(await timed(email, `10.9.9.${round}`))
      unknown.push(await timed(`nobody-${round}@jokko.example`, `10.9.9.${round}`))
    }
    expect(apart()).toBeLessThan(1.6)
  })

  it('403 account_rejected only to who knows the password, and no session', async () => {
    await addHuman(database.owner, {
      email: 'rejected@jokko.example',
      password_hash: hash,
      is_active: false,
      is_rejected: true,
      verification_result: 'RED-FINAL',
    })
    const told = await signIn({ email: 'rejected@jokko.example', password: PASSWORD })
    expect([told.statusCode, told.json().code]).toEqual([403, 'account_rejected'])
    expect(told.cookies).toEqual([])
    const guessed = await signIn({ email: 'rejected@jokko.example', password: 'Wrong-2026!' })
    expect(guessed.json().code).toBe('invalid_credentials')
  })

  it('403 client_key_missing without the header that no foreign page can send', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/byEmail', payload: {} })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'client_key_missing'])
  })

  it('422 captcha_invalid: used twice, altered, empty of sense', async () => {
    const captcha = await solvedCaptcha(deps)
    const nobody = { email: 'robot@jokko.example', password: 'x' }
    expect((await signIn({ ...nobody, captcha })).json().code).toBe('invalid_credentials')
    const used = await signIn({ ...nobody, captcha })
    expect([used.statusCode, used.json().code]).toEqual([422, 'captcha_invalid'])
    const fresh = JSON.parse(Buffer.from(await solvedCaptcha(deps), 'base64').toString())
    const altered = structuredClone(fresh)
    altered.challenge.parameters.expiresAt += 3_600
    const unsolved = structuredClone(fresh)
    unsolved.solution.derivedKey = '00'.repeat(32)
    const bad = [altered, unsolved, {}, []].map(value =>
      Buffer.from(JSON.stringify(value)).toString('base64'),
    )
    for (const text of [...bad, 'not base64 at all', 'e30']) {
      expect((await signIn({ ...nobody, captcha: text })).json().code).toBe('captcha_invalid')
    }
  })

  it('422 validation names the fields that are not usable', async () => {
    const answer = await signIn({ email: 'no address', password: '', captcha: 'x' })
    expect(answer.json()).toMatchObject({ code: 'validation', errors: { email: [expect.any(String)] } })
  })
})

describe('limits of signing in', () => {
  it('429 account_locked after 10 wrong tries, over two processes, and says when it ends', async () => {
    const second = await testDeps(database.appUrl)
    const other = await testApp(second, accessRoutes(second))
    let accounts = 0
    const { codes, right } = await inOneWindow(database.owner, 900, async () => {
      accounts += 1
      const email = `locked-${accounts}@jokko.example`
      await addHuman(database.owner, { email, password_hash: hash })
      const tries = Array.from({ length: 14 }, (_, at) =>
        signIn(
          { email, password: 'Wrong-2026!' },
          { at: at % 2 ? app : other, address: `10.1.${accounts}.${at}` },
        ),
      )
      return {
        codes: (await Promise.all(tries)).map(answer => answer.json().code),
        right: await signIn({ email, password: PASSWORD }, { address: `10.1.${accounts}.99` }),
      }
    })
    expect(codes.filter(code => code === 'invalid_credentials')).toHaveLength(10)
    expect(codes.filter(code => code === 'account_locked')).toHaveLength(4)
    expect([right.statusCode, right.json().code]).toEqual([429, 'account_locked'])
    expect(right.json().message).toMatch(/in \d+ min/)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
    await other.close()
    await second.close()
  })

  it('429 too_many_requests after 50 wrong tries from one address, whatever the account', async () => {
    const answer = await inOneWindow(database.owner, 900, async () => {
      await database.owner.query(
        `insert into app.rate_limits (subject, window_start, used)
         values ('sign-in:address:10.2.0.1', date_bin('900 s', now(), '2026-01-01'), 50)`,
      )
      return signIn({ email: 'someone@jokko.example', password: 'x' }, { address: '10.2.0.1' })
    })
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many_requests'])
    expect(
      (await signIn({ email: 'owner@jokko.example', password: PASSWORD }, { address: '10.2.0.2' }))
        .statusCode,
    ).toBe(200)
  })

  it('a right password does not count', async () => {
    await addHuman(database.owner, { email: 'often@jokko.example', password_hash: hash })
    for (let round = 0; round < 12; round += 1) {
      const answer = await signIn(
        { email: 'often@jokko.example', password: PASSWORD },
        { address: '10.3.0.1' },
      )
      expect(answer.statusCode).toBe(200)
    }
  })
})

describe('sessions', () => {
  const current = (headers: Record<string, string>, at = app) =>
    at.inject({ url: '/api/v1/auth/current', headers })

  it('200 by bearer and by cookie, in every process', async () => {
    const signed = await signIn({ email: 'owner@jokko.example', password: PASSWORD })
    const token = signed.json().access_token
    const second = await testDeps(database.appUrl)
    const other = await testApp(second, accessRoutes(second))
    expect((await current({ authorization: `Bearer ${token}` })).json()).toMatchObject({
      user: { id: owner },
      idle_seconds: 900,
    })
    expect((await current({ cookie: `${COOKIE}=${token}` }, other)).statusCode).toBe(200)
    await other.close()
    await second.close()
  })

  it('401 unauthenticated without a session, with an invented one, after the idle and the absolute end', async () => {
    expect((await current({})).json().code).toBe('unauthenticated')
    expect((await current({ authorization: 'Bearer invented' })).statusCode).toBe(401)
    const headers = await signedIn(deps, owner)
    const age = (change: string) =>
      database.owner.query(`update app.sessions set ${change} where user_id = $1`, [owner])
    await age(`last_seen_at = now() - interval '899 s'`)
    expect((await current(headers)).statusCode).toBe(200)
    await age(`last_seen_at = now() - interval '901 s'`)
    expect((await current(headers)).statusCode).toBe(401)
    await age(`last_seen_at = now(), expires_at = now() - interval '1 s'`)
    expect((await current(headers)).statusCode).toBe(401)
  })

  it('204 logout ends the session everywhere and clears the cookie; a second one is no error', async () => {
    const signed = await signIn({ email: 'owner@jokko.example', password: PASSWORD })
    const token = signed.json().access_token
    const logOut = () =>
      app.inject({
        method: 'POST',
        url: '/api/v1/auth/logout',
        headers: { cookie: `${COOKIE}=${token}`, 'x-client-key': 'jokko-web' },
      })
    const answer = await logOut()
    expect(answer.statusCode).toBe(204)
    expect(answer.cookies[0]).toMatchObject({ name: COOKIE, value: '', secure: true, path: '/' })
    expect((await current({ authorization: `Bearer ${token}` })).statusCode).toBe(401)
    expect((await logOut()).statusCode).toBe(204)
  })

  it('shows the balance that the ledger holds, of the company for all its people', async () => {
    const posted = await deps.ledger.commit({
      scope: 'test',
      key: 'first-money',
      body_hash: '',
      received_at: deps.clock.nowText(),
      entries: [
        {
          key: 'test:first-money',
          book: 'test',
          recipe: 'creditPaidTwice',
          sentence: '',
          postings: [
            { account: 'bank:FR7600000000000000000000000:EUR', currency: 'EUR', amount: -123_45n },
            { account: `customer:${company}:EUR`, currency: 'EUR', amount: 123_45n },
          ],
        },
      ],
    })
    expect(posted.verdict).toBe('committed')
    const member = await addHuman(database.owner, { company_id: company })
    const { user } = (await current(await signedIn(deps, member))).json()
    expect(user.client.euro_balance).toBe('123.45')
    expect(user.is_company_owner).toBe(false)
  })
})

describe('permissions', () => {
  const everything = {
    deposit: true,
    bulk: true,
    withdraw: true,
    payment_request: true,
    developer: true,
    sponsorship: true,
  }
  const base: Person = {
    country: 'FR',
    isIndividual: false,
    isOwner: true,
    isActive: true,
    isVerified: true,
    isRejected: false,
    canBeDepositedTo: true,
  }
  const given = (change: Partial<Person>, features = everything) =>
    Object.entries(permissionsOf({ ...base, ...change }, features))
      .filter(([, allowed]) => allowed)
      .map(([name]) => name)

  it('an owner may do everything that is open', () => {
    expect(given({})).toEqual(['transfer', ...Object.keys(everything)])
    expect(given({}, {} as typeof everything)).toEqual(['transfer'])
  })
  it('nobody deposits where no way to do it has a price', () => {
    expect(given({ canBeDepositedTo: false })).not.toContain('deposit')
  })
  it('in Madagascar no bulk', () => {
    expect(given({ country: 'MG' })).not.toContain('bulk')
  })
  it('another company user and an individual may transfer, and sponsor when verified', () => {
    expect(given({ isOwner: false })).toEqual(['transfer', 'sponsorship'])
    expect(given({ isOwner: false, isIndividual: true, isVerified: false })).toEqual(['transfer'])
  })
  it('who is not active, or rejected, may do nothing', () => {
    expect(given({ isActive: false })).toEqual([])
    expect(given({ isRejected: true })).toEqual([])
  })
  it('follow the setting and the company', async () => {
    const can = async () => {
      const answer = await app.inject({ url: '/api/v1/auth/current', headers: await signedIn(deps, owner) })
      return answer.json().user.can
    }
    expect(await can()).toMatchObject({ transfer: true, deposit: true, developer: false })
    await database.owner.query(
      `update app.settings set value = '{"bulk": true, "deposit": "yes"}' where key = 'features'`,
    )
    expect(await can()).toMatchObject({ transfer: true, deposit: false, bulk: true })
    await database.owner.query('update app.companies set is_active = false where id = $1', [company])
    expect(await can()).toMatchObject({ transfer: false, bulk: false })
  })
})

describe('a restriction', () => {
  it('says whether it ends by itself: YELLOW does, the list of those who pay by bank transfer does not', async () => {
    const of = async (level: string, isListed: boolean) => {
      const id = await addHuman(database.owner, { activation_level: level })
      const list = JSON.stringify(isListed ? [id] : [])
      await database.owner.query(
        `insert into app.settings (key, value) values ('bank_transfer_only', $1)
         on conflict (key) do update set value = excluded.value`,
        [list],
      )
      const answer = await app.inject({ url: '/api/v1/auth/current', headers: await signedIn(deps, id) })
      const { activation_level, restriction } = answer.json().user
      return [activation_level, restriction]
    }
    expect(await of('GREEN', false)).toEqual(['GREEN', null])
    expect(await of('YELLOW', false)).toEqual(['YELLOW', 'until_first_operation'])
    expect(await of('GREEN', true)).toEqual(['YELLOW', 'bank_transfer_only'])
    expect(await of('YELLOW', true)).toEqual(['YELLOW', 'bank_transfer_only'])
  })
})

describe('passwords', () => {
  it('are salted, name their cost, and match only themselves', async () => {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashPassword(PASSWORD)).not.toBe(hash)
    expect(await verifyPassword(PASSWORD, hash)).toBe(true)
    expect(await verifyPassword('jokko-2026!', hash)).toBe(false)
    await expect(verifyPassword(PASSWORD, 'none')).rejects.toThrow('kept password')
  })
  it('do not depend on how a keyboard composed an accent', async () => {
    expect(await verifyPassword('e\u0301te\u0301', await hashPassword('\u00e9t\u00e9'))).toBe(true)
  })
  it('leave the event loop free', async () => {
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 1)
    await Promise.all(Array.from({ length: 8 }, () => hashPassword(PASSWORD)))
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(10)
  })
})
