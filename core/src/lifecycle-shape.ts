// The form of a lifecycle table, and what several tables share.
import type { RecipeName } from './recipes.ts'

type Step<State extends string> = { readonly to: State; readonly recipes?: readonly RecipeName[] }

type Row<State extends string> = {
  readonly means: string
  readonly on: { readonly [event: string]: Step<State> }
}

/** Checks that every event leads to a state of the same table. */
export const lifecycle = <const T extends { readonly [state: string]: Row<Extract<keyof T, string>> }>(
  table: T,
): T => table

/** How money that an operation holds goes back: to the balance, or to the card, bank or phone it came from. */
export const givenBack = ['release', 'refundAsked', 'mobileMoneyRefundAsked'] as const
