// The only place that calls our bank: its box of statements, its counter for payment files, its payee check.
import { addressOf, exchange, type HttpResult } from '../http/client.ts'
import { type Json, parseJson, textAt } from '../http/json.ts'

export type BankConnection = { readonly url: string; readonly timeoutMs: number }

export type BankFailure =
  | { readonly kind: 'error'; readonly status: number; readonly code: string; readonly message: string }
  | Exclude<HttpResult, { kind: 'answered' }>

export type BankResult<Body> = { readonly kind: 'ok'; readonly body: Body } | BankFailure

export type BankClient = {
  statements(since: string): Promise<BankResult<Json | undefined>>
  statement(id: string): Promise<BankResult<Uint8Array>>
  order(painXml: string): Promise<BankResult<Json | undefined>>
  checkPayee(iban: string, name: string): Promise<BankResult<Json | undefined>>
}

const MAX_ANSWER_BYTES = 1_000_000
const MAX_STATEMENT_BYTES = 50_000_000

export const bankClient = (connection: BankConnection): BankClient => {
  const call = async (
    path: string,
    sent?: { readonly type: string; readonly body: string },
    maxBytes = MAX_ANSWER_BYTES,
  ): Promise<BankResult<Uint8Array>> => {
    const result = await exchange({
      method: sent === undefined ? 'GET' : 'POST',
      url: addressOf(connection.url, path),
      headers: sent === undefined ? {} : { 'Content-Type': sent.type },
      ...(sent === undefined ? {} : { body: sent.body }),
      timeoutMs: connection.timeoutMs,
      maxBytes,
    })
    return result.kind === 'answered' ? readAnswer(result) : result
  }
  const json = async (...wanted: Parameters<typeof call>): Promise<BankResult<Json | undefined>> => {
    const result = await call(...wanted)
    return result.kind === 'ok' ? { kind: 'ok', body: asJson(result.body) } : result
  }
  return {
    statements: since => json(`/statements?since=${encodeURIComponent(since)}`),
    statement: id => call(`/statements/${encodeURIComponent(id)}`, undefined, MAX_STATEMENT_BYTES),
    order: painXml => json('/payments', { type: 'application/xml', body: painXml }),
    checkPayee: (iban, name) =>
      json('/vop', { type: 'application/json', body: JSON.stringify({ iban, name }) }),
  }
}

const asJson = (body: Uint8Array): Json | undefined => parseJson(new TextDecoder().decode(body))

const readAnswer = (answer: Extract<HttpResult, { kind: 'answered' }>): BankResult<Uint8Array> => {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok', body: answer.body }
  const body = asJson(answer.body)
  return {
    kind: 'error',
    status: answer.status,
    code: textAt(body, 'code'),
    message: textAt(body, 'message'),
  }
}
