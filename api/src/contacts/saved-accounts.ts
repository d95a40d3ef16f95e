// Microfinance accounts and wallets that were used for a beneficiary, as they may be shown: masked, and usable by id.
import type {
  NewBeneficiaryWallet,
  SavedMicrofinanceAccount,
  SavedWalletAccount,
} from '@jokko/contract/contacts'
import { maskName } from '@jokko/core/names'
import { maskPhone, parsePhone } from '@jokko/core/phone'
import type * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { beneficiaryOf, type KeptAccount, keepAccount, keptAccounts } from '../people/beneficiaries.ts'
import { referenceData } from '../reference/data.ts'

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
    title: account.details.title ?? `…${account.number.slice(-4)}`,
    owner_name: ownerOf(account),
    country: account.details.country,
    country_code: dialCode,
    wallet_account_number: maskPhone(account.number),
  }))
}

/** Kept before anything was paid there, so that a payment can name it; the same number again is the same wallet. */
export async function keepWallet(
  deps: Deps,
  caller: Caller,
  beneficiaryId: string,
  wallet: NewBeneficiaryWallet,
): Promise<string> {
  requireActive(caller)
  const known = await beneficiaryOf(deps, caller, beneficiaryId)
  const routes = (await referenceData(deps)).routesTo(known.country, deps.clock.now())
  if (wallet.country !== known.country || !routes.some(({ kind }) => kind === 'wallet'))
    throw new Problem('payout_method_not_configured')
  const phone = parsePhone(wallet.wallet_account_number, wallet.country_code)
  if (!phone.ok || wallet.country_code !== known.dialCode)
    throw new Problem('validPhone', { fields: { wallet_account_number: ['validPhone'] } })
  return keepAccount(
    deps,
    { customerId: caller.customerId, beneficiaryId },
    {
      kind: 'wallet',
      number: phone.e164,
      details: {
        country: known.country,
        owner_name: wallet.owner_name,
        ...(wallet.title && { title: wallet.title }),
      },
    },
  )
}
