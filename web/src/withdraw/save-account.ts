// The account of the form: one that is kept already, or the one that was typed, which is kept first.
import type { NewCashout } from '@jokko/contract/withdraw'
import type { Where } from './add-account.ts'
import { chosenCard, isNewAccount, savedAccount, type Tables, type WithdrawState } from './withdraw-flow.ts'

type Field = Pick<
  NewCashout,
  'mobile_money_account_id' | 'bank_account_id' | 'wallet_account_id' | 'delivery_receiver_id'
>

export async function saveAccount(
  state: WithdrawState,
  tables: Tables,
  where: Where,
): Promise<{ field: Field }> {
  const kind = chosenCard(state, tables.cards)?.kind
  if (kind === 'delivery') return { field: { delivery_receiver_id: where.user.id } }
  const saved = isNewAccount(state, tables) ? undefined : savedAccount(state, tables)
  const id = saved ?? (await added(state, tables, where))
  if (kind === 'mobile_money') return { field: { mobile_money_account_id: id } }
  return kind === 'wallet' ? { field: { wallet_account_id: id } } : { field: { bank_account_id: id } }
}

/** What is known of accounts' numbers is loaded with the form for a new one. */
const added = async (...typed: [WithdrawState, Tables, Where]): Promise<string> => {
  const { addAccount } = await import('./add-account.ts')
  return addAccount(...typed)
}
