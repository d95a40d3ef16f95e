// The only place that reads the sheet of people who pay by bank transfer only.
import { exchange } from '../http/client.ts'

export type RestrictedListConnection = {
  /** The published sheet as CSV. */
  readonly url: string
  readonly timeoutMs: number
}

export type SheetResult =
  | { readonly kind: 'ok'; readonly text: string }
  | { readonly kind: 'failed'; readonly detail: string }

export type RestrictedListClient = { sheet(): Promise<SheetResult> }

const MAX_ANSWER_BYTES = 2_000_000

export const restrictedListClient = ({ url, timeoutMs }: RestrictedListConnection): RestrictedListClient => ({
  sheet: async () => {
    const result = await exchange({
      method: 'GET',
      url,
      headers: { Accept: 'text/csv' },
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    if (result.kind !== 'answered') return { kind: 'failed', detail: result.detail }
    return result.status === 200
      ? { kind: 'ok', text: new TextDecoder().decode(result.body) }
      : { kind: 'failed', detail: `HTTP ${result.status}` }
  },
})
