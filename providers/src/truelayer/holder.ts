// Whose account is it? The payer consents at the bank and comes back with a code; its token is asked about one name
// and then forgotten. The dialog was put together from several of TrueLayer's pages: try it before going live.
import { textAt, valueAt } from '../http/json.ts'
import type { AccountHolderCheck, Unavailable } from '../port.ts'
import type { TrueLayerClient, TrueLayerResult } from './client.ts'

export type ConsentDialog = {
  readonly authUrl: string
  readonly clientId: string
  /** Which banks the dialog offers, in TrueLayer's notation; all of the client's when absent. */
  readonly consentProviders?: string
}

type Checked = Awaited<ReturnType<AccountHolderCheck['check']>>

export const holderCheck = (client: TrueLayerClient, dialog: ConsentDialog): AccountHolderCheck => ({
  consentUrl: request => consentUrl(dialog, request),
  check: request => check(client, request),
})

const consentUrl = (
  { authUrl, clientId, consentProviders }: ConsentDialog,
  { state, redirectUri }: { readonly state: string; readonly redirectUri: string },
): string => {
  const values = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    scope: 'info accounts',
    redirect_uri: redirectUri,
    ...(consentProviders === undefined ? {} : { providers: consentProviders }),
    state,
  })
  return `${authUrl.replace(/\/+$/, '')}/?${String(values).replaceAll('+', '%20')}`
}

const check = async (
  client: TrueLayerClient,
  { code, redirectUri, name }: { code: string; redirectUri: string; name: string },
): Promise<Checked> => {
  const given = await client.exchangeCode(code, redirectUri)
  if (given.kind === 'error' && given.code === 'invalid_grant') return { kind: 'code_refused' }
  if (given.kind !== 'ok') return unavailable(given)
  const token = textAt(given.body, 'access_token')
  if (token === '') return { kind: 'unavailable', detail: 'no token for the code' }
  return verdictOf(await client.verifyName(token, name))
}

const verdictOf = (result: TrueLayerResult): Checked => {
  // The bank has no such service.
  if (result.kind === 'error' && result.status === 501) return { kind: 'not_possible' }
  if (result.kind !== 'ok') return unavailable(result)
  const verifiable = valueAt(result.body, 'verifiable')
  const verified = valueAt(result.body, 'verified')
  if (verifiable === false) return { kind: 'not_possible' }
  if (verifiable !== true || typeof verified !== 'boolean')
    return { kind: 'unavailable', detail: 'unreadable verification' }
  return { kind: verified ? 'holder' : 'not_holder' }
}

const unavailable = (result: Exclude<TrueLayerResult, { kind: 'ok' }>): Unavailable => ({
  kind: 'unavailable',
  detail: 'code' in result ? `HTTP ${result.status} ${result.code}` : result.detail,
})
