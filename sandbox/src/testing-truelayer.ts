// What tests do as the payer: choose a bank, sign in there and pay, give up; and let the bank say whose account it is.
import type { Sandbox } from './sandbox.ts'
import { frenchBank, type Login } from './truelayer/banks.ts'
import type { ConsentedAccount } from './truelayer/tokens.ts'

export type Landing = { readonly status: number; readonly location: string; readonly text: string }

const post = async (
  sandbox: Sandbox,
  path: string,
  fields: Record<string, string> | URLSearchParams,
): Promise<Landing> => {
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
}

/** The values that a payment link carries, in its fragment or in its query. */
export const valuesOf = (link: string) => {
  const { hash, search } = new URL(link)
  return Object.fromEntries(new URLSearchParams(hash.length > 1 ? hash.slice(1) : search))
}

export const chooseBank = (sandbox: Sandbox, link: string, bank: string = frenchBank.id) =>
  post(sandbox, '/truelayer/payment/bank', { ...valuesOf(link), provider_id: bank })

export const signIn = (sandbox: Sandbox, link: string, username: Login, holder: string) =>
  post(sandbox, '/truelayer/payment/authorise', { ...valuesOf(link), username, holder })

export const payAtBank = async (
  sandbox: Sandbox,
  link: string,
  {
    username = 'test_executed',
    holder = 'Awa Diop',
    bank = frenchBank.id,
  }: { username?: Login; holder?: string; bank?: string } = {},
): Promise<Landing> => {
  await chooseBank(sandbox, link, bank)
  return signIn(sandbox, link, username, holder)
}

export const giveUp = (sandbox: Sandbox, link: string) =>
  post(sandbox, '/truelayer/payment/cancel', valuesOf(link))

/** Undefined refuses. */
export const consent = (sandbox: Sandbox, dialog: string, account: ConsentedAccount | undefined) => {
  const fields = new URL(dialog).searchParams
  if (account === undefined) return post(sandbox, '/truelayer/auth/refuse', fields)
  fields.set('account', account)
  return post(sandbox, '/truelayer/auth/consent', fields)
}
