// Who may call: access tokens of the client and of account holders, and the codes that a consent gives, used once.
import { createHash, timingSafeEqual } from 'node:crypto'
import { hour, minute } from '../world/clock.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { SignInRefusal, TrueLayerProblem } from './problems.ts'

const tokenLifeMs = hour
const codeLifeMs = 5 * minute

/** Whose account was consented to: the person asked about, another, or one whose bank tells no names. */
export const consentedAccounts = ['own', 'other', 'silent'] as const
export type ConsentedAccount = (typeof consentedAccounts)[number]

type TokenRow = { scope: string; account: ConsentedAccount | null; expires_at: number }

export type TokenRequest = Readonly<Record<string, unknown>>

export function giveToken(world: World, request: TokenRequest) {
  const { settings } = world
  if (
    !same(request['client_id'], settings.truelayerClientId) ||
    !same(request['client_secret'], settings.truelayerClientSecret)
  )
    throw new SignInRefusal('invalid_client')
  if (request['grant_type'] === 'client_credentials') {
    if (request['scope'] !== 'payments') throw new SignInRefusal('invalid_scope')
    return newToken(world, 'payments')
  }
  if (request['grant_type'] !== 'authorization_code') throw new SignInRefusal('unsupported_grant_type')
  const account = takeCode(world, request)
  return { ...newToken(world, 'info accounts', account), refresh_token: vendorId('rt', 40) }
}

const digest = (text: unknown) => createHash('sha256').update(String(text)).digest()
const same = (given: unknown, expected: string) => timingSafeEqual(digest(given), digest(expected))

function newToken({ store, clock }: World, scope: string, account?: ConsentedAccount) {
  const token = vendorId('at', 40)
  store.run(
    'insert into truelayer_tokens (token, scope, account, expires_at) values (?, ?, ?, ?)',
    token,
    scope,
    account ?? null,
    clock.now() + tokenLifeMs,
  )
  return { access_token: token, expires_in: tokenLifeMs / 1_000, token_type: 'Bearer', scope }
}

export function giveCode({ store, clock }: World, redirectUri: string, account: ConsentedAccount): string {
  const code = vendorId('code', 40)
  store.run(
    'insert into truelayer_codes (code, redirect_uri, account, expires_at) values (?, ?, ?, ?)',
    code,
    redirectUri,
    account,
    clock.now() + codeLifeMs,
  )
  return code
}

/** A code is gone once it was shown, whatever comes of it. */
function takeCode({ store, clock }: World, request: TokenRequest): ConsentedAccount {
  const row = store.get<{ redirect_uri: string; account: ConsentedAccount; expires_at: number }>(
    'delete from truelayer_codes where code = ? returning redirect_uri, account, expires_at',
    String(request['code']),
  )
  if (!row || row.redirect_uri !== request['redirect_uri'] || row.expires_at <= clock.now())
    throw new SignInRefusal('invalid_grant')
  return row.account
}

export function checkToken(
  { store, clock }: World,
  authorization: string | undefined,
  scope: string,
): TokenRow {
  const token = /^Bearer (\w+)$/.exec(authorization ?? '')?.[1] ?? ''
  const row = store.get<TokenRow>(
    'select scope, account, expires_at from truelayer_tokens where token = ?',
    token,
  )
  if (!row || row.expires_at <= clock.now())
    throw new TrueLayerProblem(401, 'unauthenticated', 'The access token is missing, expired or invalid.')
  if (row.scope !== scope)
    throw new TrueLayerProblem(403, 'forbidden', `The access token does not carry the scope ${scope}.`)
  return row
}

/** What a bank says about a name; only the account consented to decides, so that any name can be played. */
export function verifyName(account: ConsentedAccount, name: string) {
  if (account === 'silent')
    return { verifiable: false, verified: false, match_score: 0, currency: 'EUR', account_holder_name: [] }
  const own = account === 'own'
  return {
    verifiable: true,
    verified: own,
    match_score: own ? 100 : 12,
    currency: 'EUR',
    account_holder_name: [own ? name.toUpperCase() : 'MOUSSA DIALLO'],
  }
}
