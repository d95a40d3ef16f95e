// What the parts of the details of a withdrawal share.
import type { WithdrawMethod, WithdrawMethods } from '@jokko/contract/withdraw'
import { createContext, type Dispatch, useContext } from 'react'
import type { Field, Tables, WithdrawEvent, WithdrawState } from './withdraw-flow.ts'

export type WithdrawForm = {
  readonly state: WithdrawState
  readonly dispatch: Dispatch<WithdrawEvent>
  readonly offer: WithdrawMethods
  readonly tables: Tables
  readonly route: WithdrawMethod | undefined
  /** In the reader's words, by field. */
  readonly problems: { readonly [field in Field]?: string | undefined }
}

const Context = createContext<WithdrawForm | undefined>(undefined)
export const WithdrawProvider = Context.Provider

export function useWithdrawForm(): WithdrawForm {
  const form = useContext(Context)
  if (form === undefined) throw new Error('no withdrawal is being made here')
  return form
}
