// Our own bank: what came in and went out, payments that we order, and whether a name belongs to an account.
import { refuseSandbox } from '../environment.ts'
import { waitsFor } from '../failures.ts'
import { isObject, type Json, textAt } from '../http/json.ts'
import type {
  AccountCheck,
  AppEnvironment,
  BankPayments,
  BankPaymentsAnswer,
  BankStatements,
  ImmediateWebhooks,
  PayoutProvider,
  StatementFile,
  Unavailable,
} from '../port.ts'
import { readCamt, type SettlementAccounts } from './camt.ts'
import { type BankClient, type BankConnection, type BankFailure, bankClient } from './client.ts'
import { bankReferenceOf, type Debtor, type PaymentFile, writePain001 } from './pain.ts'
import { bankPayouts } from './payouts.ts'
import { bankFailure, isKnownReason } from './reasons.ts'
import { bankWebhooks } from './webhook.ts'
import { decodeXml } from './xml.ts'

export type BankConfig = BankConnection & {
  readonly appEnv: AppEnvironment
  readonly webhookSecret: string
  /** The account that pays what we order. */
  readonly debtor: Debtor
  /** IBANs from which companies pay what they collected for us, each with the company's name in the ledger. */
  readonly settlements: SettlementAccounts
}

export type Bank = {
  readonly statements: BankStatements
  readonly payments: BankPayments
  readonly payouts: PayoutProvider
  readonly accountCheck: AccountCheck
  readonly webhooks: ImmediateWebhooks
}

export const createBank = (config: BankConfig): Bank => {
  refuseSandbox(config.appEnv, config.url)
  if (config.webhookSecret === '') throw new Error('the webhook secret of the bank is missing')
  const client = bankClient(config)
  const payments: BankPayments = { send: file => send(client, config.debtor, file) }
  return {
    statements: {
      list: since => list(client, since),
      fetch: id => fetchFile(client, config.settlements, id),
    },
    payments,
    payouts: bankPayouts(payments),
    accountCheck: { check: payee => check(client, payee) },
    webhooks: bankWebhooks(config.webhookSecret),
  }
}

const list = async (client: BankClient, since: Date): ReturnType<BankStatements['list']> => {
  const result = await client.statements(since.toISOString())
  if (result.kind !== 'ok') return unavailable(result)
  const files = Array.isArray(result.body) ? result.body.map(fileOf) : [undefined]
  const known = files.filter(file => file !== undefined)
  return known.length === files.length
    ? { kind: 'listed', files: known }
    : { kind: 'unavailable', detail: 'the list of statements cannot be read' }
}

const fileOf = (item: Json): StatementFile | undefined => {
  const id = textAt(item, 'id')
  const createdAt = textAt(item, 'created_at')
  return id === '' || createdAt === '' ? undefined : { id, createdAt }
}

const fetchFile = async (
  client: BankClient,
  settlements: SettlementAccounts,
  id: string,
): ReturnType<BankStatements['fetch']> => {
  const result = await client.statement(id)
  if (result.kind === 'error' && result.status === 404) return { kind: 'not_found' }
  if (result.kind !== 'ok') return unavailable(result)
  const xml = decodeXml(result.body)
  if (xml === undefined)
    return { kind: 'unreadable', reason: 'not in the encoding that it declares', xml: '' }
  const reading = readCamt(xml, settlements)
  return reading.ok
    ? { kind: 'fetched', statements: reading.statements, xml }
    : { kind: 'unreadable', reason: reading.reason, xml }
}

const send = async (client: BankClient, debtor: Debtor, file: PaymentFile): Promise<BankPaymentsAnswer> => {
  const xml = writePain001(debtor, file)
  if (xml === undefined) return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const fileReference = bankReferenceOf(file.fileId)
  const result = await client.order(xml)
  if (result.kind !== 'ok') return orderFailed(result, fileReference)
  return textAt(result.body, 'message_id') === fileReference
    ? { kind: 'accepted', providerId: fileReference }
    : { kind: 'unknown', reason: 'unreadable', detail: 'answer is not about this file' }
}

/** The bank keeps a file once: being told that it has it already is as good as the first answer. */
const orderFailed = (failure: BankFailure, fileReference: string): BankPaymentsAnswer => {
  if (failure.kind === 'not_sent') return { kind: 'retryable', reason: 'unreachable' }
  if (failure.kind === 'no_answer')
    return {
      kind: 'unknown',
      reason: failure.reason === 'too_large' ? 'unreadable' : failure.reason,
      detail: failure.detail,
    }
  const { status, code, message } = failure
  if (code === 'duplicate_message') return { kind: 'accepted', providerId: fileReference }
  if (status === 429) return { kind: 'retryable', reason: 'rate_limited', providerCode: code }
  if (code === 'service_unavailable')
    return { kind: 'retryable', reason: 'operator_down', providerCode: code }
  if (status === 401 || status === 403)
    return { kind: 'retryable', reason: 'not_authorised', providerCode: code }
  if (status >= 500 || !isKnownReason(code))
    return { kind: 'unknown', reason: 'provider_error', detail: `HTTP ${status} ${code} ${message}` }
  const declined = bankFailure(code)
  const reason = waitsFor(declined.code)
  return reason === undefined
    ? { kind: 'declined', ...declined }
    : { kind: 'retryable', reason, providerCode: code }
}

const check = async (
  client: BankClient,
  payee: { readonly iban: string; readonly name: string },
): ReturnType<AccountCheck['check']> => {
  const result = await client.checkPayee(payee.iban, payee.name)
  if (result.kind !== 'ok') return unavailable(result)
  if (!isObject(result.body)) return { kind: 'unavailable', detail: 'the answer cannot be read' }
  const actualName = textAt(result.body, 'matchedName')
  switch (textAt(result.body, 'result')) {
    case 'MTCH':
      return { kind: 'match' }
    case 'CMTC':
      return actualName === '' ? { kind: 'no_match' } : { kind: 'close_match', actualName }
    case 'NMTC':
      return { kind: 'no_match' }
    case 'NOAP':
      return { kind: 'not_possible' }
    default:
      return { kind: 'unavailable', detail: 'the answer cannot be read' }
  }
}

const unavailable = (failure: BankFailure): Unavailable => ({
  kind: 'unavailable',
  detail: failure.kind === 'error' ? `HTTP ${failure.status} ${failure.code}` : failure.detail,
})
