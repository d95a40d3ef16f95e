// From a bank's file to the customer's money, on a real database: the published reconciliation cases, and every
// state that a transfer can be in when its money comes.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { paymentReference } from '@jokko/core/references'
import { readCamt } from '@jokko/providers/bank/camt'
import { bankReferenceOf } from '@jokko/providers/bank/pain'
import type { BankPaymentsAnswer, BankStatements } from '@jokko/providers/port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { transferHooks } from '../jobs/tasks.ts'
import { givenBackLimits } from '../payouts/change.ts'
import { testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { jobsNamed, workOff } from '../testing/jobs.ts'
import { addCompany, addHuman } from '../testing/people.ts'
import { balance, linkedTo, openTransfer, operation, violations } from '../testing/transfers.ts'
import { refundShort } from '../transfer/short-decisions.ts'
import { recoverDebt, recoverDebts } from './debts.ts'
import { importStatements } from './intake.ts'
import { sendRefund, startRefund } from './refunds.ts'
import { matchBankLine } from './worker.ts'

const IBAN = 'FR7699999000010000001234537'
const BANK_ACCOUNT = `bank:${IBAN}:EUR`
const SUSPENSE = 'suspense:unmatched:EUR'

let database: TestDatabase
let deps: Deps & { close(): Promise<void> }
const ordered: { fileId: string; operation_id: string }[] = []
const answers: BankPaymentsAnswer[] = []
const box = new Map<string, { createdAt: string; xml: string }>()

const statements: BankStatements = {
  list: async () => ({ kind: 'listed', files: [...box].map(([id, { createdAt }]) => ({ id, createdAt })) }),
  fetch: async id => {
    const file = box.get(id)
    if (!file) return { kind: 'not_found' }
    const reading = readCamt(file.xml, new Map([['FR7699999000010000009999901', 'truelayer']]))
    return reading.ok
      ? { kind: 'fetched', statements: reading.statements, xml: file.xml }
      : { kind: 'unreadable', reason: reading.reason, xml: file.xml }
  },
}

beforeAll(async () => {
  database = await createTestDatabase()
  await database.owner.query(`insert into app.sanctioned_names (name, list) values ('Viktor Testov', 'test')`)
  deps = await testDeps(database.appUrl, {
    statements,
    bankPayments: {
      async send({ fileId }) {
        const { rows } = await database.owner.query(
          'select operation_id from app.payout_attempts where id = $1',
          [fileId],
        )
        ordered.push({ fileId, operation_id: rows[0]?.operation_id })
        return answers.shift() ?? { kind: 'accepted', providerId: `bank-${fileId}` }
      },
    },
  })
})

afterAll(async () => {
  // The published files are samples: each begins with a balance of its own, whatever came before.
  await database.owner.query('delete from app.bank_balances')
  expect(await violations(database.owner)).toEqual([])
  await deps.close()
  await database.close()
})

const work = () => ({
  import_statements: () => importStatements(deps),
  match_bank_line: (payload: unknown) => matchBankLine(deps, transferHooks(deps), payload),
})

let filesMade = 0
async function receive(xml: string): Promise<string> {
  filesMade += 1
  const id = `file-${filesMade}`
  box.set(id, { createdAt: new Date(Date.UTC(2026, 10, 1, 0, filesMade)).toISOString(), xml })
  await importStatements(deps)
  await workOff(deps.pool, work())
  return id
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/bank/${name}`, import.meta.url), 'utf8')

type Line = {
  amount: string
  remittance?: string
  structured?: string
  endToEndId?: string
  debit?: boolean
  reversal?: boolean
  returned?: boolean
  name?: string
  iban?: string
  reference?: string
}

let entriesMade = 0
function entryXml(line: Line): string {
  entriesMade += 1
  const { amount, remittance = '', debit = false, reversal = false, name = 'PAYEUR INVENTE' } = line
  const party = debit ? 'Cdtr' : 'Dbtr'
  const structured = line.structured
    ? `<Strd><CdtrRefInf><Ref>${line.structured}</Ref></CdtrRefInf></Strd>`
    : ''
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${debit ? 'DBIT' : 'CRDT'}</CdtDbtInd>${reversal ? '<RvslInd>true</RvslInd>' : ''}
<Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>${line.reference ?? `N-${entriesMade}`}</AcctSvcrRef>
${line.returned ? '<BkTxCd><Domn><Fmly><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>' : ''}
<NtryDtls><TxDtls><Refs><EndToEndId>${line.endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>
<RltdPties><${party}><Nm>${name}</Nm></${party}><${party}Acct><Id><IBAN>${line.iban ?? 'FR7599999000010000001A23472'}</IBAN></Id></${party}Acct></RltdPties>
<RmtInf><Ustrd>${remittance}</Ustrd>${structured}</RmtInf></TxDtls></NtryDtls></Ntry>`
}

const statement = (...lines: Line[]) =>
  `<Document><BkToCstmrStmt><Stmt><Id>S-${entriesMade}</Id><CreDtTm>2026-11-20T20:00:00Z</CreDtTm>
<Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>${lines.map(entryXml).join('')}</Stmt></BkToCstmrStmt></Document>`

async function person(given: Parameters<typeof addHuman>[1] = {}) {
  const userId = await addHuman(database.owner, given)
  const { rows } = await database.owner.query<{ payment_reference: string }>(
    'select payment_reference from app.users where id = $1',
    [userId],
  )
  return { userId, customerId: userId, ownReference: rows[0]?.payment_reference ?? '' }
}

const newReference = () => paymentReference(randomBytes(5))

async function waiting(reference = newReference(), total = 10_000n) {
  const payer = await person()
  const id = await openTransfer(deps, { ...payer, reference, total })
  return { id, reference, ...payer }
}

const linesOf = async (fileId: string) =>
  (
    await database.owner.query<{
      outcome: string
      amount: bigint
      proposal: unknown
      operation_id: string | null
    }>(
      'select outcome, amount, proposal, operation_id from app.bank_lines where statement_id = $1 order by id',
      [fileId],
    )
  ).rows

/** What this piece of work moved on an account. */
async function moved(account: string, act: () => Promise<unknown>): Promise<bigint> {
  const before = await balance(database.owner, account)
  await act()
  return (await balance(database.owner, account)) - before
}

describe('the published cases', () => {
  test('REC-01 the account moves by what was booked, a reversal undoes its deposit, what is pending does not count', async () => {
    const payer = await person()
    await database.owner.query('update app.users set payment_reference = $1 where id = $2', [
      'JK5RDKZ8FA',
      payer.userId,
    ])
    await receive(statement({ amount: '40.00', remittance: 'JK5RDKZ8FA' }))
    expect(await balance(database.owner, `customer:${payer.userId}:EUR`)).toBe(4_000n)
    const funded = await waiting('JK4N7PWX2M')
    const withdrawn = await bookedWithdrawal('JK9C3HTB6V', 3_000n, 50n, 'return')
    const change = await moved(BANK_ACCOUNT, () => receive(fixture('rec01-signs.xml')))
    // Credit is negative on an account of ours: 65.00 came in.
    expect(change).toBe(-6_500n)
    expect(await operation(database.owner, funded.id)).toMatchObject({ state: 'sending', received: 10_000n })
    expect(await balance(database.owner, `customer:${payer.userId}:EUR`)).toBe(0n)
    const disputes = await database.owner.query(
      `select kind, state from app.operations where customer_id = $1 and kind = 'dispute'`,
      [payer.customerId],
    )
    expect(disputes.rows).toEqual([{ kind: 'dispute', state: 'settled' }])
    expect((await linkedTo(database.owner, withdrawn.id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['return', 'given_back'],
    ])
    expect(await balance(database.owner, `customer:${withdrawn.userId}:EUR`)).toBe(3_050n)
    const pending = await database.owner.query(
      `select from app.bank_lines where remittance like '%JKE2YQ7G4U%'`,
    )
    expect(pending.rowCount).toBe(0)
  })

  test('REC-02 a batch is its payments, each with its own amount', async () => {
    const first = await waiting('JKH8V3NC5T', 32_956n)
    const second = await waiting('JKW6B9MPR2')
    const change = await moved(BANK_ACCOUNT, () => receive(fixture('rec02-batch.xml')))
    expect(change).toBe(-42_956n)
    expect((await operation(database.owner, first.id)).state).toBe('sending')
    expect((await operation(database.owner, second.id)).state).toBe('sending')
  })

  test('REC-03 two lines that look alike are two payments; the same file again is none', async () => {
    const { id, customerId } = await waiting('JK3XFJ4ZEY', 5_000n)
    const first = await receive(fixture('rec03-identical-lines.xml'))
    expect(await linesOf(first)).toHaveLength(2)
    expect(await operation(database.owner, id)).toMatchObject({ state: 'sending', received: 5_000n })
    const change = await moved(BANK_ACCOUNT, async () => {
      const again = await receive(fixture('rec03-identical-lines.xml'))
      expect(await linesOf(again)).toHaveLength(0)
    })
    expect(change).toBe(0n)
    expect(await balance(database.owner, `customer:${customerId}:EUR`)).toBe(0n)
  })

  test('REC-05 references as people type them match, a likely one is proposed, the rest waits for a person', async () => {
    const references = ['JKA7T5GKN3', 'JKC2W8RHP6', 'JKM9E4VBX5', 'JKQ3DQ7DT8', 'JKU5Z2YF9G']
    const transfers = await Promise.all(references.map(reference => waiting(reference)))
    const file = await receive(fixture('rec05-reference-typos.xml'))
    const states = await Promise.all(
      transfers.map(async ({ id }) => (await operation(database.owner, id)).state),
    )
    expect(states).toEqual(['sending', 'sending', 'sending', 'funding', 'sending'])
    const waits = (await linesOf(file)).filter(({ outcome }) => outcome === 'suspense')
    expect(waits.map(({ proposal }) => proposal)).toEqual([
      {
        attention: 'unknown_reference',
        proposals: [{ operation_id: transfers[3]?.id, reason: 'similar_reference' }],
      },
      { attention: 'no_reference', proposals: [] },
      { attention: 'no_reference', proposals: [] },
    ])
  })

  test('REC-06 open until full, then sent once; the excess is kept; a cent short waits; two references wait', async () => {
    const inTwo = await waiting('JKB4R6CJW7')
    const over = await waiting('JKN8H3XT2P')
    const cent = await waiting('JKV7K5EMA9')
    const one = await waiting('JKY3G9ZDC4')
    const other = await waiting('JKF6P2UQR8')
    const file = await receive(fixture('rec06-partial-over.xml'))
    expect(await operation(database.owner, inTwo.id)).toMatchObject({ state: 'sending', received: 10_000n })
    expect((await operation(database.owner, over.id)).state).toBe('sending')
    expect(await balance(database.owner, `customer:${over.userId}:EUR`)).toBe(2_000n)
    const [excess] = await linkedTo(database.owner, over.id)
    expect(excess).toMatchObject({ kind: 'deposit', state: 'completed', total: 2_000n })
    expect(await operation(database.owner, cent.id)).toMatchObject({ state: 'short', held: 9_999n })
    expect((await operation(database.owner, one.id)).state).toBe('funding')
    expect((await operation(database.owner, other.id)).state).toBe('funding')
    const [, , , , double] = await linesOf(file)
    expect(double).toMatchObject({ outcome: 'suspense', proposal: { attention: 'several_references' } })
    const sends = (await jobsNamed(database.owner, 'send_payout')).filter(
      ({ operation_id }) => operation_id === inTwo.id,
    )
    expect(sends).toHaveLength(1)
  })

  test('REC-06 a cent short is complete within a stated tolerance, and the cent is ours', async () => {
    await setTolerance('2')
    const { id, reference } = await waiting()
    const cost = await moved('expense:shortfall:EUR', () =>
      receive(statement({ amount: '99.99', remittance: reference })),
    )
    await setTolerance('0')
    expect(cost).toBe(-1n)
    expect((await operation(database.owner, id)).state).toBe('sending')
  })

  const setTolerance = (value: string) =>
    database.owner.query(`update app.settings set value = $1 where key = 'short_tolerance_cents'`, [value])

  test.each(['genkgo_camt053.v8.xml', 'viafintech_camt053_batch.xml'])(
    '%s, a file of strangers, is booked whole and waits for a person',
    async name => {
      const file = await receive(fixture(name))
      const lines = await linesOf(file)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.every(({ outcome }) => outcome === 'suspense' || outcome === 'ignored')).toBe(true)
    },
  )
})

test('a statement’s balances are kept, and with it the lines that they count; a notification only tells', async () => {
  const line = entryXml({ amount: '12.00' })
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
  const account = `<Id>S</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>`
  const told = await receive(
    `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>${account}${line}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
  )
  const stated = async () =>
    (
      await database.owner.query('select stated_in from app.bank_lines where statement_id = $1', [told])
    ).rows.map(row => row.stated_in)
  expect(await stated()).toEqual([null])
  const file = await receive(
    `<Document><BkToCstmrStmt><Stmt>${account}${balance('OPBD', '100.00')}${balance('CLBD', '112.00')}${line}</Stmt></BkToCstmrStmt></Document>`,
  )
  expect(await stated()).toEqual([file])
  const { rows } = await database.owner.query(
    'select iban, opening, closing from app.bank_balances where statement_id = $1',
    [file],
  )
  expect(rows).toEqual([{ iban: IBAN, opening: 10_000n, closing: 11_200n }])
})

/** A payment of our bank that is booked already, for a customer's withdrawal. */
async function bookedWithdrawal(reference: string, amount: bigint, fee: bigint, key: string) {
  const payer = await person()
  const id = newId('opn')
  const attempt = newId('pat')
  const total = amount + fee
  const iban = IBAN
  const entries = [
    {
      recipe: 'depositByBank',
      postings: [
        [BANK_ACCOUNT, -total],
        [`customer:${payer.userId}:EUR`, total],
      ],
    },
    {
      recipe: 'reserve',
      postings: [
        [`customer:${payer.userId}:EUR`, -total],
        [`customer:${payer.userId}:reserved:EUR`, total],
      ],
    },
    {
      recipe: 'withdrawalOrdered',
      postings: [
        [`customer:${payer.userId}:reserved:EUR`, -total],
        ['income:fee:withdraw:EUR', fee],
        ['payable:bank:EUR', amount],
      ],
    },
    {
      recipe: 'withdrawalBooked',
      postings: [
        ['payable:bank:EUR', -amount],
        [`bank:${iban}:EUR`, amount],
      ],
    },
  ] as const
  const at = deps.clock.nowText()
  const verdict = await deps.ledger.commit({
    scope: 'test',
    key: `withdrawal:${key}:${id}`,
    body_hash: id,
    received_at: at,
    operation_id: id,
    expect: 0,
    create: {
      book: 'test',
      kind: 'withdrawal',
      state: 'booked',
      customer_id: payer.customerId,
      user_id: payer.userId,
      reference,
      customer_status: 'withdraw_completed',
      operation_type: 'withdraw',
      principal: amount,
      fee,
      total,
      ended_at: at,
    },
    events: [
      ['created', null, 'created'],
      ['code_verified', 'created', 'verified'],
      ['screening_started', 'verified', 'screening'],
      ['screening_passed', 'screening', 'sent'],
      ['booked', 'sent', 'booked'],
    ].map(([event, from_state, to_state]) => ({
      event: event ?? '',
      from_state: from_state ?? null,
      to_state: to_state ?? '',
      actor: 'test',
    })),
    counters: [
      {
        ...{ subject: payer.customerId, kind: 'sent', period: at.slice(0, 10) },
        ...{ amount, ceiling: 25_000_000n },
      },
    ],
    entries: entries.map(({ recipe, postings }) => ({
      recipe,
      sentence: '',
      key: `${id}:${recipe}`,
      book: 'test' as const,
      postings: postings.map(([account, value]) => ({ account, currency: 'EUR' as const, amount: value })),
    })),
    attempts: [{ id: attempt, provider: 'bank', state: 'paid', amount, currency: 'EUR' }],
  })
  expect(verdict).toMatchObject({ verdict: 'committed' })
  return { id, attempt, ...payer }
}

describe('a credit with the reference of a transfer', () => {
  test('exact: reserved, screened and handed to the payout in one change', async () => {
    const { id, reference, customerId } = await waiting()
    await receive(statement({ amount: '100.00', remittance: reference }))
    const op = await operation(database.owner, id)
    expect(op).toMatchObject({ state: 'sending', version: 3, held: 0n, received: 10_000n })
    expect(op.details).toMatchObject({
      payer_name: 'PAYEUR INVENTE',
      payer_iban: 'FR7599999000010000001A23472',
    })
    expect(await balance(database.owner, `customer:${customerId}:EUR`)).toBe(0n)
    const attempts = await database.owner.query(
      'select state, amount from app.payout_attempts where operation_id = $1',
      [id],
    )
    expect(attempts.rows).toEqual([{ state: 'created', amount: op.target }])
  })

  test('of a sender who was shut out since: held for a person, and nothing is sent', async () => {
    const { id, reference, userId } = await waiting()
    await database.owner.query('update app.users set is_active = false, is_rejected = true where id = $1', [
      userId,
    ])
    await receive(statement({ amount: '100.00', remittance: reference }))
    expect(await operation(database.owner, id)).toMatchObject({ state: 'held', held: 10_000n })
  })

  test('short, then the rest: waits, tells the sender, and goes on when it is full', async () => {
    const { id, reference } = await waiting()
    await receive(statement({ amount: '99.00', remittance: reference }))
    expect(await operation(database.owner, id)).toMatchObject({
      state: 'short',
      held: 9_900n,
      customer_status: 'pending',
    })
    expect(await jobsNamed(database.owner, 'tell_short')).toContainEqual({ operation_id: id })
    await receive(statement({ amount: '1.00', remittance: reference }))
    expect(await operation(database.owner, id)).toMatchObject({ state: 'sending', received: 10_000n })
  })

  test('paid twice: the second is a deposit of its own, linked, with its notice', async () => {
    const { id, reference, customerId } = await waiting()
    await receive(
      statement({ amount: '100.00', remittance: reference }, { amount: '100.00', remittance: reference }),
    )
    expect((await operation(database.owner, id)).state).toBe('sending')
    expect(await balance(database.owner, `customer:${customerId}:EUR`)).toBe(10_000n)
    const [second] = await linkedTo(database.owner, id)
    expect(second).toMatchObject({
      kind: 'deposit',
      state: 'completed',
      customer_status: 'deposit_completed',
      total: 10_000n,
    })
    const notices = await jobsNamed(database.owner, 'send_message')
    expect(notices).toContainEqual(
      expect.objectContaining({ template: 'deposit_paid_twice', key: `${second?.id}:deposit_paid_twice` }),
    )
  })

  test('after it expired: a deposit, linked to what stays closed', async () => {
    const { id, reference, customerId } = await waiting()
    await closeTransfer(id, 'expired', 'expired')
    await receive(statement({ amount: '100.00', remittance: reference }))
    expect((await operation(database.owner, id)).state).toBe('expired')
    expect(await balance(database.owner, `customer:${customerId}:EUR`)).toBe(10_000n)
    expect(await linkedTo(database.owner, id)).toHaveLength(1)
    const notices = await jobsNamed(database.owner, 'send_message')
    expect(notices).toContainEqual(expect.objectContaining({ template: 'deposit_late' }))
  })

  test('after it was cancelled, of a payer without a balance: on its way back to the source', async () => {
    const { id, reference, userId } = await waiting()
    await closeTransfer(id, 'cancelled', 'cancelled')
    await database.owner.query(`update app.users set client_type = 'temporary-customer' where id = $1`, [
      userId,
    ])
    const refunds = await moved('refund:bank:EUR', () =>
      receive(statement({ amount: '100.00', remittance: reference })),
    )
    expect(refunds).toBe(10_000n)
    const [refund] = await linkedTo(database.owner, id)
    expect(refund).toMatchObject({ kind: 'refund', state: 'asked' })
    expect(await jobsNamed(database.owner, 'start_refund')).toContainEqual({ operation_id: refund?.id })
  })

  test('by its creditor reference, and by the end-to-end id that the payer gave', async () => {
    const { creditorReference } = await import('@jokko/core/references')
    const structured = await waiting()
    const byId = await waiting()
    await receive(
      statement(
        { amount: '100.00', structured: creditorReference(structured.reference) },
        { amount: '100.00', endToEndId: byId.reference },
      ),
    )
    expect((await operation(database.owner, structured.id)).state).toBe('sending')
    expect((await operation(database.owner, byId.id)).state).toBe('sending')
  })

  test('frozen by a sanctions list: nothing moves, a person decides', async () => {
    const payer = await person()
    const reference = newReference()
    const id = await openTransfer(deps, {
      ...payer,
      reference,
      row: {
        counterparty: 'Viktor Testov',
        details: { payee: { name: 'Viktor Testov', phone: '+2250701020305' } },
      },
    })
    await receive(statement({ amount: '100.00', remittance: reference }))
    expect(await operation(database.owner, id)).toMatchObject({ state: 'frozen', held: 10_000n })
    const file = await receive(statement({ amount: '100.00', remittance: reference }))
    expect(await linesOf(file)).toMatchObject([
      { outcome: 'suspense', proposal: { attention: 'not_for_a_machine' } },
    ])
  })

  test('twice at the same time by two workers: once', async () => {
    const { id, reference, customerId } = await waiting()
    filesMade += 1
    box.set(`file-${filesMade}`, {
      createdAt: '2026-11-02T00:00:00Z',
      xml: statement({ amount: '100.00', remittance: reference }),
    })
    await importStatements(deps)
    const [job] = (await jobsNamed(database.owner, 'match_bank_line')).slice(-1)
    await Promise.all(Array.from({ length: 5 }, () => matchBankLine(deps, transferHooks(deps), job)))
    expect((await operation(database.owner, id)).received).toBe(10_000n)
    expect(await balance(database.owner, `customer:${customerId}:EUR`)).toBe(0n)
    await workOff(deps.pool, work())
  })

  async function closeTransfer(id: string, event: string, to: string) {
    const op = await operation(database.owner, id)
    await deps.ledger.commit({
      scope: 'test',
      key: `${id}:${event}`,
      body_hash: event,
      received_at: deps.clock.nowText(),
      operation_id: id,
      expect: op.version,
      patch: { state: to, ended_at: deps.clock.nowText() },
      events: [{ event, from_state: op.state, to_state: to, actor: 'test' }],
      counters: givenBackLimits(op),
    })
  }
})

describe('other money', () => {
  test('a customer’s standing reference: a deposit without a fee, for the company of a company user', async () => {
    const company = await addCompany(database.owner, { name: 'Teranga Import' })
    const { ownReference } = await person({ company_id: company, is_company_owner: true })
    await receive(statement({ amount: '1234.56', remittance: `depot ${ownReference}` }))
    expect(await balance(database.owner, `customer:${company}:EUR`)).toBe(123_456n)
  })

  test('is found in the history by its payer, without the accents', async () => {
    const { customerId, ownReference } = await person()
    await receive(statement({ amount: '31.00', remittance: ownReference, name: 'Élodie N’Guessan' }))
    const { rows } = await database.owner.query(
      `select principal from app.operations where customer_id = $1 and search = 'elodie nguessan'`,
      [customerId],
    )
    expect(rows).toEqual([{ principal: 3_100n }])
  })

  test('the amount and the name alone only propose', async () => {
    const company = await addCompany(database.owner, { name: 'Baobab Café SARL' })
    const payer = await person({ company_id: company })
    const id = await openTransfer(deps, {
      userId: payer.userId,
      customerId: company,
      reference: newReference(),
      total: 77_777n,
    })
    const file = await receive(
      statement({ amount: '777.77', remittance: 'facture', name: 'SARL BAOBAB CAFE' }),
    )
    expect(await linesOf(file)).toMatchObject([
      { outcome: 'suspense', proposal: { proposals: [{ operation_id: id, reason: 'amount_and_name' }] } },
    ])
    expect((await operation(database.owner, id)).state).toBe('funding')
  })

  test('a charge of the bank: booked, under suspense, for a person', async () => {
    const change = await moved(SUSPENSE, () =>
      receive(statement({ amount: '12.00', debit: true, remittance: 'FRAIS DE TENUE' })),
    )
    expect(change).toBe(-1_200n)
  })

  test('what a company settles belongs to no customer', async () => {
    const change = await moved('payin:truelayer:EUR', () =>
      receive(
        statement({ amount: '500.00', iban: 'FR7699999000010000009999901', remittance: newReference() }),
      ),
    )
    expect(change).toBe(50_000n)
  })

  test('what a company settles net of what it kept: 251.28 settle 255.10', async () => {
    const kept = await moved('expense:provider:truelayer:EUR', () =>
      receive(
        statement({
          amount: '251.28',
          iban: 'FR7699999000010000009999901',
          remittance: 'SETTLEMENT stl_1 COSTS 3.82',
        }),
      ),
    )
    expect(kept).toBe(-382n)
  })

  test('a refund that we ordered is done when the bank has booked it', async () => {
    const { id, reference } = await waiting()
    await receive(statement({ amount: '60.00', remittance: reference }))
    const attempt = newId('pat')
    const op = await operation(database.owner, id)
    const command = { scope: 'test', key: `${id}:refund`, body_hash: '' }
    await deps.ledger.commit(refundShort(op, op.user_id, attempt, command, deps.clock.nowText()))
    expect((await operation(database.owner, id)).state).toBe('refunding')
    const change = await moved('refund:bank:EUR', () =>
      receive(statement({ amount: '60.00', debit: true, endToEndId: bankReferenceOf(attempt) })),
    )
    expect(change).toBe(-6_000n)
    expect(await operation(database.owner, id)).toMatchObject({ state: 'refunded', held: 0n })
    const attempts = await database.owner.query('select state from app.payout_attempts where id = $1', [
      attempt,
    ])
    expect(attempts.rows).toEqual([{ state: 'paid' }])
    await receive(
      statement({ amount: '60.00', reversal: true, returned: true, endToEndId: bankReferenceOf(attempt) }),
    )
    expect(await balance(database.owner, `customer:${op.customer_id}:EUR`)).toBe(6_000n)
  })

  test('a refund that comes back by two lines at the very same moment: on the balance once, the rest is for a person', async () => {
    const id = await refunding()
    await sendRefund(deps, { operation_id: id })
    const { rows } = await database.owner.query<{ id: string }>(
      'select id from app.payout_attempts where operation_id = $1',
      [id],
    )
    const endToEndId = bankReferenceOf(rows[0]?.id ?? '')
    await receive(statement({ amount: '60.00', debit: true, endToEndId }))
    const { customer_id, state } = await operation(database.owner, id)
    expect(state).toBe('refunded')
    const line = { amount: '60.00', reversal: true, returned: true, endToEndId }
    box.set('twice', { createdAt: deps.clock.nowText(), xml: statement(line, line) })
    await importStatements(deps)
    const lines = await database.owner.query<{ id: bigint }>(
      `select id from app.bank_lines where statement_id = 'twice'`,
    )
    // Both have decided before either is written.
    const decided = Promise.withResolvers<void>()
    let decisions = 0
    const commit: Deps['ledger']['commit'] = async change => {
      decisions += 1
      if (decisions === 2) decided.resolve()
      await decided.promise
      return deps.ledger.commit(change)
    }
    const atOnce = { ...deps, ledger: { ...deps.ledger, commit } }
    const match = (line: string) => matchBankLine(atOnce, transferHooks(deps), { id: line })
    await Promise.all(lines.rows.map(one => match(String(one.id))))
    expect((await linesOf('twice')).map(({ outcome }) => outcome).sort()).toEqual(['returned', 'suspense'])
    expect(await balance(database.owner, `customer:${customer_id}:EUR`)).toBe(6_000n)
    expect(await linkedTo(database.owner, id)).toHaveLength(1)
  })

  test('parts of several payers go back to none of them, but to the balance of whose transfer it was', async () => {
    const { id, reference, customerId } = await waiting()
    await receive(statement({ amount: '50.00', remittance: reference }))
    for (const amount of ['0.01', '0.02'])
      await receive(statement({ amount, remittance: reference, iban: 'DE75512108001245126199' }))
    await receive(statement({ amount: '0.03', remittance: reference }))
    const op = await operation(database.owner, id)
    const command = { scope: 'test', key: `${id}:refund`, body_hash: '' }
    await deps.ledger.commit(refundShort(op, op.user_id, newId('pat'), command, deps.clock.nowText()))
    expect(await operation(database.owner, id)).toMatchObject({
      state: 'refunded',
      details: { refund_to: 'balance' },
    })
    expect(await balance(database.owner, `customer:${customerId}:EUR`)).toBe(5_006n)
  })

  test('a refund is given to the bank until it takes it, once', async () => {
    const id = await refunding()
    answers.push(
      { kind: 'retryable', reason: 'unreachable' },
      { kind: 'unknown', reason: 'timeout', detail: '' },
    )
    for (let i = 0; i < 4; i += 1) await sendRefund(deps, { operation_id: id })
    const files = ordered.filter(({ operation_id }) => operation_id === id)
    expect(new Set(files.map(({ fileId }) => fileId)).size).toBe(1)
    expect(files).toHaveLength(3)
    const { rows } = await database.owner.query(
      'select state, asked from app.payout_attempts where operation_id = $1',
      [id],
    )
    expect(rows).toEqual([{ state: 'accepted', asked: 3 }])
    const timers = await database.owner.query(
      `select from app.timers where kind = 'send_refund' and operation_id = $1`,
      [id],
    )
    expect(timers.rowCount).toBe(2)
    expect((await operation(database.owner, id)).state).toBe('refunding')
  })

  test('a refund that the bank refuses for good goes to the balance, with its notice', async () => {
    const id = await refunding()
    answers.push({ kind: 'declined', code: 'invalid_payee_account', providerCode: 'AC01' })
    await sendRefund(deps, { operation_id: id })
    const op = await operation(database.owner, id)
    expect(op).toMatchObject({ state: 'refunded', details: { refund_to: 'balance' } })
    expect(await balance(database.owner, `customer:${op.customer_id}:EUR`)).toBe(6_000n)
    expect(await jobsNamed(database.owner, 'send_message')).toContainEqual(
      expect.objectContaining({
        template: 'sender_refunded_to_balance',
        key: `${id}:sender_refunded_to_balance`,
      }),
    )
  })

  test('a refund on its own is started, sent, and done when it is booked', async () => {
    const { id, reference, userId } = await waiting()
    await receive(statement({ amount: '100.00', remittance: reference }))
    await database.owner.query(`update app.users set client_type = 'temporary-customer' where id = $1`, [
      userId,
    ])
    await receive(statement({ amount: '100.00', remittance: reference }))
    const [refund] = await linkedTo(database.owner, id)
    const refundId = refund?.id ?? ''
    for (let i = 0; i < 2; i += 1) await startRefund(deps, { operation_id: refundId })
    await sendRefund(deps, { operation_id: refundId })
    expect((await operation(database.owner, refundId)).state).toBe('sent')
    const attempts = await database.owner.query(
      'select id from app.payout_attempts where operation_id = $1',
      [refundId],
    )
    expect(attempts.rows).toHaveLength(1)
    await receive(
      statement({ amount: '100.00', debit: true, endToEndId: bankReferenceOf(attempts.rows[0].id) }),
    )
    expect((await operation(database.owner, refundId)).state).toBe('done')
  })

  /** 60.00 came for 100.00 and is on its way back to the bank. */
  async function refunding(): Promise<string> {
    const { id, reference } = await waiting()
    await receive(statement({ amount: '60.00', remittance: reference }))
    const op = await operation(database.owner, id)
    const command = { scope: 'test', key: `${id}:refund`, body_hash: '' }
    await deps.ledger.commit(refundShort(op, op.user_id, newId('pat'), command, deps.clock.nowText()))
    return id
  }

  test('a withdrawal that came back by its id: amount and fee are on the balance again', async () => {
    const { id, attempt, userId } = await bookedWithdrawal(newReference(), 4_970n, 30n, 'came back')
    await receive(statement({ amount: '49.70', returned: true, endToEndId: bankReferenceOf(attempt) }))
    expect(await balance(database.owner, `customer:${userId}:EUR`)).toBe(5_000n)
    expect((await operation(database.owner, id)).state).toBe('booked')
  })

  test('a withdrawal that seems to come back twice: its fee is given back once, the rest is for a person', async () => {
    const { id, attempt, userId } = await bookedWithdrawal(newReference(), 4_970n, 30n, 'came back twice')
    const line = { amount: '49.70', returned: true, endToEndId: bankReferenceOf(attempt) }
    await receive(statement(line))
    const file = await receive(statement(line))
    expect(await linesOf(file)).toMatchObject([
      { outcome: 'suspense', proposal: { attention: 'not_for_a_machine' } },
    ])
    expect(await balance(database.owner, `customer:${userId}:EUR`)).toBe(5_000n)
    const both = await bookedWithdrawal(newReference(), 4_970n, 30n, 'came back twice at once')
    const twice = { ...line, endToEndId: bankReferenceOf(both.attempt) }
    const together = await receive(statement(twice, twice))
    expect((await linesOf(together)).map(({ outcome }) => outcome).sort()).toEqual(['returned', 'suspense'])
    expect(await balance(database.owner, `customer:${both.userId}:EUR`)).toBe(5_000n)
    expect((await linkedTo(database.owner, id)).length).toBe(1)
  })
})

describe('a credit taken back by the bank', () => {
  test('more than the balance holds: the rest is owed to us', async () => {
    const { id, reference, customerId } = await waiting()
    await receive(statement({ amount: '100.00', remittance: reference }))
    const { userId, ownReference } = await person()
    await receive(statement({ amount: '80.00', remittance: ownReference }))
    await spend(userId, 2_000n)
    await receive(statement({ amount: '80.00', debit: true, reversal: true, remittance: ownReference }))
    expect(await balance(database.owner, `customer:${userId}:EUR`)).toBe(0n)
    expect(await balance(database.owner, `receivable:${userId}:EUR`)).toBe(-2_000n)
    await receive(statement({ amount: '100.00', debit: true, reversal: true, remittance: reference }))
    expect((await operation(database.owner, id)).state).toBe('sending')
    expect(await balance(database.owner, `receivable:${customerId}:EUR`)).toBe(-10_000n)
    expect((await linkedTo(database.owner, id)).map(({ kind }) => kind)).toEqual(['dispute'])
  })

  test('what is owed is taken from the next money, in parts if need be, and then the dispute is settled', async () => {
    const { userId, ownReference } = await person()
    await receive(statement({ amount: '80.00', remittance: ownReference }))
    await spend(userId, 5_000n)
    await receive(statement({ amount: '80.00', debit: true, reversal: true, remittance: ownReference }))
    const dispute = async () =>
      (
        await database.owner.query(
          `select state, customer_status from app.operations where customer_id = $1 and kind = 'dispute'`,
          [userId],
        )
      ).rows
    const standing = async () => [
      await balance(database.owner, `customer:${userId}:EUR`),
      await balance(database.owner, `receivable:${userId}:EUR`),
    ]
    expect(await standing()).toEqual([0n, -5_000n])
    await receive(statement({ amount: '20.00', remittance: ownReference }))
    expect(await jobsNamed(database.owner, 'recover_debt')).toContainEqual({ customer_id: userId })
    await Promise.all([1, 2].map(() => recoverDebt(deps, { customer_id: userId }).catch(() => undefined)))
    expect(await standing()).toEqual([0n, -3_000n])
    expect(await dispute()).toEqual([{ state: 'opened', customer_status: 'suspicious' }])
    await receive(statement({ amount: '50.00', remittance: ownReference }))
    for (let i = 0; i < 2; i += 1) await recoverDebt(deps, { customer_id: userId })
    expect(await standing()).toEqual([2_000n, 0n])
    expect(await dispute()).toEqual([{ state: 'settled', customer_status: 'payment_completed' }])
  })

  test('money that comes in any other way settles it too, and the customer is told', async () => {
    const { userId, ownReference } = await person()
    await receive(statement({ amount: '80.00', remittance: ownReference }))
    await spend(userId, 5_000n)
    await receive(statement({ amount: '80.00', debit: true, reversal: true, remittance: ownReference }))
    const told = async () =>
      (await jobsNamed(database.owner, 'send_message'))
        .filter(({ template }) => String(template).startsWith('debt_'))
        .map(({ template, params }) => [template, params])
        .filter(([, params]) => (params as { reference: string }).reference === ownReference)
    await spend(userId, -3_000n, 'a refund')
    await recoverDebts(deps)
    expect(await balance(database.owner, `receivable:${userId}:EUR`)).toBe(-2_000n)
    await spend(userId, -4_000n, 'a payment of somebody else')
    await recoverDebts(deps)
    await recoverDebts(deps)
    expect(await balance(database.owner, `receivable:${userId}:EUR`)).toBe(0n)
    expect(await balance(database.owner, `customer:${userId}:EUR`)).toBe(2_000n)
    expect(await told()).toMatchObject([
      ['debt_recovered', { amount: '30,00\u00a0€', owed: '20,00\u00a0€' }],
      ['debt_settled', { amount: '20,00\u00a0€' }],
    ])
  })

  test('while it is only set aside: the transfer ends, and nothing is owed', async () => {
    const { id, reference, customerId } = await waiting()
    await receive(statement({ amount: '60.00', remittance: reference }))
    await receive(statement({ amount: '60.00', debit: true, reversal: true, remittance: reference }))
    expect(await operation(database.owner, id)).toMatchObject({ state: 'refunded', held: 0n })
    expect(await balance(database.owner, `customer:${customerId}:EUR`)).toBe(0n)
    expect(await balance(database.owner, `receivable:${customerId}:EUR`)).toBe(0n)
  })

  test('before anybody knew whose it was: suspense is as before', async () => {
    const line = { amount: '33.00', remittance: 'sans reference' }
    const change = await moved(SUSPENSE, async () => {
      await receive(statement(line))
      await receive(statement({ ...line, debit: true, reversal: true }))
    })
    expect(change).toBe(0n)
  })

  /** To another customer's balance, as a spend would. */
  const spend = (userId: string, amount: bigint, what = 'spend') =>
    deps.ledger.commit({
      scope: 'test',
      key: `${what}:${userId}`,
      body_hash: '',
      received_at: deps.clock.nowText(),
      entries: [
        {
          recipe: 'release',
          sentence: '',
          key: `${what}:${userId}`,
          book: 'test',
          postings: [
            { account: `customer:${userId}:EUR`, currency: 'EUR', amount: -amount },
            { account: 'customer:elsewhere:EUR', currency: 'EUR', amount },
          ],
        },
      ],
    })
})

describe('files', () => {
  test('the same line with other words is kept beside the first, and not booked again', async () => {
    const { reference } = await waiting()
    await receive(statement({ amount: '100.00', remittance: reference, reference: 'SAME-1' }))
    const change = await moved(BANK_ACCOUNT, async () => {
      const file = await receive(statement({ amount: '900.00', remittance: reference, reference: 'SAME-1' }))
      expect(await linesOf(file)).toMatchObject([
        { outcome: 'ignored', proposal: { attention: 'changed_after_import' } },
      ])
    })
    expect(change).toBe(0n)
  })

  test('one that cannot be read is remembered, and does not stop the next', async () => {
    box.set('broken', { createdAt: '2026-11-03T00:00:00Z', xml: '<Document><what' })
    const { id, reference } = await waiting()
    await receive(statement({ amount: '100.00', remittance: reference }))
    expect((await operation(database.owner, id)).state).toBe('sending')
    const { rows } = await database.owner.query('select type from app.statements where id = $1', ['broken'])
    expect(rows).toEqual([{ type: 'unreadable' }])
  })
})
