// Microfinance accounts and wallets that were used for a beneficiary, as they may be shown: masked, and usable by id.
import type { SavedMicrofinanceAccount, SavedWalletAccount } from '@jokko/contract/contacts'
import { maskName } from '@jokko/core/names'
import { maskPhone } from '@jokko/core/phone'
import type * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/session.ts'
import { beneficiaryOf, type KeptAccount, keptAccounts } from '../people/beneficiaries.ts'

const ownerOf = ({ details }: KeptAccount): string => (details.owner_name ? maskName(details.owner_name) : '')

export async function microfinanceAccounts(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<z.infer<typeof SavedMicrofinanceAccount>[]> {
  await beneficiaryOf(deps, caller, id)
  const kept = await keptAccounts(deps, { customerId: caller.customerId, beneficiaryId: id }, 'mfi')
  return kept.map(account => {
    const { bank_name = '', owner_id = '', country } = account.details
    const end = owner_id.slice(-4)
    return {
      id: account.id,
      title: `${bank_name} …${end}`.trim(),
      mfi_name: bank_name,
      owner_name: ownerOf(account),
      country,
      owner_id: `… ${end}`,
    }
  })
}

export async function walletAccounts(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<z.infer<typeof SavedWalletAccount>[]> {
  const { dialCode } = await beneficiaryOf(deps, caller, id)
  const kept = await keptAccounts(deps, { customerId: caller.customerId, beneficiaryId: id }, 'wallet')
  return kept.map(account => ({
    id: account.id,
    account_id: account.id,
    title: `…${account.number.slice(-4)}`,
    owner_name: ownerOf(account),
    country: account.details.country,
    country_code: dialCode,
    wallet_account_number: maskPhone(account.number),
  }))
}
