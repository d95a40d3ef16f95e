// The bank: files that are valid and balance, in both versions; orders in, lines out; the payee check.
import { createHmac } from 'node:crypto'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import { advance, ask, shareWorld, tell, type WebhookListener } from '../testing.ts'
import { centsFrom, decimalOf } from './amounts.ts'
import { bankSignature } from './webhook.ts'

let listener: WebhookListener
let sandbox: Sandbox

shareWorld(world => {
  ;({ listener, sandbox } = world)
})

type FileEntry = { id: string; type: string; created_at: string }
const files = async (since = '') =>
  (await ask(sandbox, `/bank/statements?since=${encodeURIComponent(since)}`)).body as FileEntry[]
const xmlOf = async (id: string) => String((await ask(sandbox, `/bank/statements/${id}`)).body)

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: name => ['Ntry', 'TxDtls', 'Bal', 'Ustrd'].includes(name),
})
const parsed = (xml: string) => parser.parse(xml)['Document']

type Amount = { '#text': string; '@_Ccy': string }
type StatementEntry = { Amt: Amount; CdtDbtInd: string; AcctSvcrRef: string }
type Statement = { Bal: { Amt: Amount; CdtDbtInd: string }[]; Ntry: StatementEntry[] }

const signed = ({ Amt, CdtDbtInd }: { Amt: Amount; CdtDbtInd: string }) => {
  const cents = centsFrom(Amt['#text']) ?? 0n
  return CdtDbtInd === 'DBIT' ? -cents : cents
}

const credit = (fields: object) => tell(sandbox, '/bank/credits', { amount: '251.25', ...fields })

const pain001 = (
  orders: { amount: string; iban: string; name?: string; id: string }[],
  messageId: string,
) => {
  const total = orders.reduce((sum, { amount }) => sum + (centsFrom(amount) ?? 0n), 0n)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-03-06T08:00:00</CreDtTm><NbOfTxs>${orders.length}</NbOfTxs><CtrlSum>${decimalOf(total)}</CtrlSum><InitgPty><Nm>JOKKO</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt>2026-03-06</ReqdExctnDt><Dbtr><Nm>JOKKO</Nm></Dbtr><DbtrAcct><Id><IBAN>${sandbox.settings.bankIban}</IBAN></Id></DbtrAcct>
${orders
  .map(
    ({ amount, iban, name, id }) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt><Cdtr><Nm>${name ?? 'Awa Diop &amp; Fils'}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Rent</Ustrd></RmtInf></CdtTrfTxInf>`,
  )
  .join('\n')}
</PmtInf></CstmrCdtTrfInitn></Document>`
}

const payeeIban = 'DE89370400440532013000'
const hand = (xml: string) =>
  ask(sandbox, '/bank/payments', {
    method: 'POST',
    headers: { 'content-type': 'application/xml' },
    body: xml,
  })

describe('credits', () => {
  test('a camt.054 at once, with the reference as typed, and a signed webhook', async () => {
    const { status, body } = await credit({ reference: 'jk 4f7k 2m9p', payer_name: 'Awa & Fils' })
    expect(status).toBe(201)
    const [file] = await files()
    expect(file).toMatchObject({
      type: 'camt.054.001.08',
      id: (body as { statement_id: string }).statement_id,
    })
    const xml = await xmlOf(file?.id ?? '')
    expect(XMLValidator.validate(xml)).toBe(true)
    const [entry] = parsed(xml).BkToCstmrDbtCdtNtfctn.Ntfctn.Ntry
    expect(entry).toMatchObject({
      Amt: { '#text': '251.25', '@_Ccy': 'EUR' },
      CdtDbtInd: 'CRDT',
      Sts: { Cd: 'BOOK' },
      BkTxCd: { Domn: { Cd: 'PMNT', Fmly: { Cd: 'RCDT', SubFmlyCd: 'ESCT' } } },
    })
    expect(entry.NtryDtls.TxDtls[0]).toMatchObject({
      Refs: { EndToEndId: 'NOTPROVIDED' },
      RltdPties: { Dbtr: { Pty: { Nm: 'Awa & Fils' } } },
      RmtInf: { Ustrd: ['jk 4f7k 2m9p'] },
    })
    await advance(sandbox, 1)
    const [webhook] = listener.received
    expect(webhook?.path).toBe('/api/v1/webhooks/bank')
    const [, time, proof] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(webhook?.headers['bank-signature'])) ?? []
    const expected = createHmac('sha256', sandbox.settings.bankWebhookSecret)
      .update(`${time}.${webhook?.body}`)
      .digest('hex')
    expect(proof).toBe(expected)
    expect(JSON.parse(webhook?.body ?? '')).toMatchObject({
      type: 'statement.created',
      data: { id: file?.id },
    })
  })

  test('the signature of an example', () => {
    expect(bankSignature('{}', 'secret', 1)).toBe(
      `t=1,v1=${createHmac('sha256', 'secret').update('1.{}').digest('hex')}`,
    )
  })

  test.each([
    ['as_typed', ['JK4F7K2M9P']],
    ['spaced_lower_case', ['jk4f 7k2m 9p']],
    ['one_letter_wrong', ['JK4F7K2M9Z']],
    ['missing', undefined],
  ])('the reference written %s', async (spoil, lines) => {
    await credit({ reference: 'JK4F7K2M9P', spoil })
    const xml = await xmlOf((await files())[0]?.id ?? '')
    const [entry] = parsed(xml).BkToCstmrDbtCdtNtfctn.Ntfctn.Ntry
    expect(entry.NtryDtls.TxDtls[0].RmtInf.Ustrd).toEqual(lines)
  })

  test('a batch is one line with its own transactions', async () => {
    await tell(sandbox, '/bank/credits', {
      transactions: [
        { amount: '329.56', reference: 'ONE' },
        { amount: '100', reference: ['TWO', 'LINES'], structured_reference: 'RF18539007547034' },
      ],
    })
    const xml = await xmlOf((await files())[0]?.id ?? '')
    const [entry] = parsed(xml).BkToCstmrDbtCdtNtfctn.Ntfctn.Ntry
    expect(entry.Amt['#text']).toBe('429.56')
    expect(entry.NtryDtls.TxDtls.map((detail: { Amt: Amount }) => detail.Amt['#text'])).toEqual([
      '329.56',
      '100.00',
    ])
    expect(entry.NtryDtls.TxDtls[1].RmtInf).toMatchObject({
      Ustrd: ['TWO', 'LINES'],
      Strd: { CdtrRefInf: { Ref: 'RF18539007547034' } },
    })
  })

  test('409 for a credit that was taken back before: it happens once', async () => {
    const { body } = await credit({ amount: '40.20' })
    const { entry_reference } = body as { entry_reference: string }
    const takeBack = () => ask(sandbox, `/bank/credits/${entry_reference}/reverse`, { method: 'POST' })
    expect((await takeBack()).status).toBe(200)
    expect((await takeBack()).status).toBe(409)
    const { body: books } = await ask(sandbox, '/control/bank/ledger')
    expect((books as { entries: { amount: string }[] }).entries.map(({ amount }) => amount)).toEqual([
      '40.20',
      '-40.20',
    ])
    expect((await ask(sandbox, '/bank')).body).not.toContain(`/bank/credits/${entry_reference}/reverse`)
  })

  test('400 for an amount that is none, and for an IBAN with wrong check digits', async () => {
    expect(await credit({ amount: '1,50' })).toMatchObject({ status: 400 })
    expect(await credit({ amount: '0.00' })).toMatchObject({ status: 400 })
    expect(await credit({ payer_iban: 'FR7699999000010000001234538' })).toMatchObject({ status: 400 })
    expect(await files()).toEqual([])
  })
})

describe('end of day', () => {
  test.each(['02', '08'])(
    'version %s: opening plus lines is closing, and the next day goes on from there',
    async version => {
      await tell(sandbox, '/control/bank/version', { version })
      await tell(sandbox, '/control/bank/balance', { balance: '1000.00' })
      await credit({ amount: '100.10' })
      const { body } = await credit({ amount: '40.20' })
      const { entry_reference } = body as { entry_reference: string }
      await ask(sandbox, `/bank/credits/${entry_reference}/reverse`, { method: 'POST' })
      await hand(pain001([{ amount: '25.03', iban: payeeIban, id: 'w1' }], 'm1'))
      await advance(sandbox, 86_400)
      await credit({ amount: '1' })
      await advance(sandbox, 86_400)
      const statements = (await files()).filter(({ type }) => type === `camt.053.001.${version}`)
      const balances: bigint[][] = []
      for (const { id } of statements) {
        const statement: Statement = parsed(await xmlOf(id)).BkToCstmrStmt.Stmt
        const [opening = 0n, closing = 0n] = statement.Bal.map(signed)
        expect(statement.Ntry.reduce((sum, entry) => sum + signed(entry), opening)).toBe(closing)
        balances.push([opening, closing])
      }
      expect(balances.at(0)?.[0]).toBe(100_000n)
      expect(balances.at(-1)?.[1]).toBe(107_607n)
      for (const [index, [opening]] of balances.entries())
        if (index > 0) expect(opening).toBe(balances[index - 1]?.[1])
    },
  )

  test('a line has the same bank reference in the notification and in the statement', async () => {
    await credit({})
    await advance(sandbox, 86_400)
    const [notification, statement] = await Promise.all((await files()).map(({ id }) => xmlOf(id)))
    const [first] = parsed(notification ?? '').BkToCstmrDbtCdtNtfctn.Ntfctn.Ntry
    const [second] = parsed(statement ?? '').BkToCstmrStmt.Stmt.Ntry
    expect(first.AcctSvcrRef).toBe(second.AcctSvcrRef)
  })

  test('a pending credit waits for its booking', async () => {
    const { body } = await credit({ pending: true })
    await tell(sandbox, '/bank/end-of-day', {})
    expect((await files()).map(({ type }) => type)).toEqual(['camt.054.001.08'])
    await ask(sandbox, `/bank/credits/${(body as { entry_reference: string }).entry_reference}/book`, {
      method: 'POST',
    })
    await tell(sandbox, '/bank/end-of-day', {})
    expect((await files()).map(({ type }) => type)).toEqual([
      'camt.054.001.08',
      'camt.054.001.08',
      'camt.053.001.08',
    ])
  })

  test('files can be listed from a file or a time on; 404 for one that is not there', async () => {
    await credit({})
    const [first] = await files()
    await credit({})
    expect(await files(first?.id)).toHaveLength(1)
    expect(await files(first?.created_at)).toHaveLength(2)
    expect(await files('2999-01-01T00:00:00Z')).toEqual([])
    expect(await ask(sandbox, '/bank/statements/stm_none')).toMatchObject({ status: 404 })
  })
})

describe('SEPA orders', () => {
  test('201, then booked as debits that carry the end-to-end id', async () => {
    const answer = await hand(
      pain001(
        [
          { amount: '0.10', iban: payeeIban, id: 'w1' },
          { amount: '19.99', iban: payeeIban, id: 'w2' },
        ],
        'm1',
      ),
    )
    expect(answer).toMatchObject({
      status: 201,
      body: { message_id: 'm1', status: 'ACTC', payments: [{}, {}] },
    })
    await advance(sandbox, sandbox.settings.bankBookingSeconds + 1)
    expect((await ask(sandbox, '/bank/payments?end_to_end_id=w2')).body).toMatchObject([
      { status: 'booked', amount: '19.99', creditor_name: 'Awa Diop & Fils' },
    ])
    const [, second] = await files()
    const [entry] = parsed(await xmlOf(second?.id ?? '')).BkToCstmrDbtCdtNtfctn.Ntfctn.Ntry
    expect(entry).toMatchObject({ CdtDbtInd: 'DBIT', Amt: { '#text': '19.99' } })
    expect(entry.NtryDtls.TxDtls[0].Refs.EndToEndId).toBe('w2')
  })

  test('a returned one comes back as a credit of the RRTN kind with its reason', async () => {
    const { body } = await hand(pain001([{ amount: '99.50', iban: payeeIban, id: 'w1' }], 'm1'))
    const [payment] = (body as { payments: { id: string }[] }).payments
    const returned = await tell(sandbox, `/bank/payments/${payment?.id}/return`, { reason: 'AC04' })
    expect(returned.body).toMatchObject({ status: 'returned', reason: 'AC04' })
    const last = (await files()).at(-1)
    const [entry] = parsed(await xmlOf(last?.id ?? '')).BkToCstmrDbtCdtNtfctn.Ntfctn.Ntry
    expect(entry).toMatchObject({ CdtDbtInd: 'CRDT', BkTxCd: { Domn: { Fmly: { SubFmlyCd: 'RRTN' } } } })
    expect(entry.NtryDtls.TxDtls[0]).toMatchObject({
      Refs: { EndToEndId: 'w1' },
      RtrInf: { Rsn: { Cd: 'AC04' } },
    })
    await tell(sandbox, `/bank/payments/${payment?.id}/return`, {})
    expect(await files()).toHaveLength(2)
  })

  test('404 for an order that is not there, as a page when a form asks', async () => {
    expect(await tell(sandbox, '/bank/payments/sct_none/return', {})).toMatchObject({ status: 404 })
    const form = { method: 'POST', body: new URLSearchParams({ reason: 'AC04' }) }
    const answer = await ask(sandbox, '/bank/payments/sct_none/return', form)
    expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('<h1>This did not work</h1>') })
  })

  test('409 duplicate_message for a message that was received', async () => {
    const xml = pain001([{ amount: '1', iban: payeeIban, id: 'w1' }], 'm1')
    await hand(xml)
    expect(await hand(xml)).toMatchObject({ status: 409, body: { code: 'duplicate_message' } })
  })

  test.each([
    ['a wrong control sum', (xml: string) => xml.replace(/<CtrlSum>[^<]*/, '<CtrlSum>7.00'), 'FF01'],
    ['a wrong number of orders', (xml: string) => xml.replace('<NbOfTxs>1', '<NbOfTxs>2'), 'FF01'],
    [
      'an account outside the SEPA area',
      (xml: string) => xml.replace(payeeIban, 'CI93CI0080111301134291200589'),
      'AC01',
    ],
    [
      'an account with wrong check digits',
      (xml: string) => xml.replace(payeeIban, 'DE89370400440532013001'),
      'AC01',
    ],
    ['another currency', (xml: string) => xml.replace('Ccy="EUR"', 'Ccy="USD"'), 'FF01'],
    ['a document type', (xml: string) => xml.replace('<Document', '<!DOCTYPE x><Document'), 'FF01'],
    ['text that is not XML', () => 'hello', 'FF01'],
    ['an open element', (xml: string) => xml.replace('</Document>', ''), 'FF01'],
  ])('400: %s', async (_name, spoil, code) => {
    const answer = await hand(spoil(pain001([{ amount: '1.00', iban: payeeIban, id: 'w1' }], 'm1')))
    expect(answer).toMatchObject({ status: 400, body: { code } })
    expect((await ask(sandbox, '/bank/payments?message_id=m1')).body).toEqual([])
  })
})

describe('verification of payee', () => {
  const check = async (name: string, iban = payeeIban) =>
    (await tell(sandbox, '/bank/vop', { iban, name })).body

  test('match, close match, no match, not possible', async () => {
    await tell(sandbox, '/control/bank/holders', { iban: payeeIban, name: 'Aïssatou N’Diaye' })
    expect(await check('n’diaye aissatou')).toEqual({ result: 'MTCH' })
    expect(await check('Fatou N’Diaye')).toEqual({ result: 'CMTC', matchedName: 'Aïssatou N’Diaye' })
    expect(await check('Moussa Traoré')).toEqual({ result: 'NMTC' })
    expect(await check('Awa', 'CI93CI0080111301134291200589')).toEqual({ result: 'NOAP' })
    expect(await check('Anyone', 'BE68539007547034')).toEqual({ result: 'MTCH' })
  })
})
