// What the address of a return page asks for. It names a payment; what became of it only the server says.

type Search = Record<string, unknown>

/** The router reads a text of digits as a number. */
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

export type ReturnSearch = { readonly ref?: string; readonly status?: string }

export function readReturnSearch(search: Search): ReturnSearch {
  const ref = textIn(search['ref'])
  const status = textIn(search['status'])
  return { ...(ref !== undefined && { ref }), ...(status !== undefined && { status }) }
}

const bankKeys = ['code', 'state', 'error', 'payment_id', 'ref'] as const
export type BankSearch = { readonly [Key in (typeof bankKeys)[number]]?: string }

export const readBankSearch = (search: Search): BankSearch =>
  Object.fromEntries(
    bankKeys.flatMap(key => {
      const value = textIn(search[key])
      return value === undefined ? [] : [[key, value]]
    }),
  )

export type BankReturn =
  /** The payer's bank said whose account it is: the payment can be opened. */
  | { readonly is: 'consented'; readonly ref: string; readonly code: string }
  /** The payer did not let us ask the bank. */
  | { readonly is: 'denied'; readonly ref: string }
  | { readonly is: 'returned'; readonly name: string; readonly hasError: boolean }
  | { readonly is: 'unknown' }

export function bankReturnOf({ code, state, error, payment_id, ref }: BankSearch): BankReturn {
  if (state !== undefined && error === 'access_denied') return { is: 'denied', ref: state }
  if (state !== undefined && code !== undefined && error === undefined)
    return { is: 'consented', ref: state, code }
  const name = payment_id ?? ref ?? state
  return name === undefined ? { is: 'unknown' } : { is: 'returned', name, hasError: error !== undefined }
}
