// Own accounts in the words of the wire: a number is shown by its ends only.
import type { Language } from '@jokko/contract/common'
import type {
  OwnBankAccount,
  OwnMicrofinanceAccount,
  OwnMobileAccount,
  OwnWallet,
} from '@jokko/contract/withdraw'
import { maskPhone } from '@jokko/core/phone'
import type * as z from 'zod/mini'
import { accountName } from '../payouts/own-account-name.ts'
import type { ReferenceData } from '../reference/data.ts'
import type { OwnAccount } from './account-store.ts'
import { isNewAccount } from './accounts.ts'

export function maskedNumber({
  kind,
  number,
  details,
}: Pick<OwnAccount, 'kind' | 'number' | 'details'>): string {
  switch (kind) {
    case 'bank_transfer':
      return details.account === undefined
        ? `${number.slice(0, 4)} … ${number.slice(-4)}`
        : `… ${details.account.slice(-4)}`
    case 'mfi':
      return `… ${(details.owner_id ?? '').slice(-4)}`
    default:
      return maskPhone(number)
  }
}

const common = (account: OwnAccount, language: Language, now: Date) => ({
  id: account.id,
  title: accountName(account, language),
  owner_name: account.owner_name,
  country: account.country,
  is_new: isNewAccount(account, now),
})

export const bankView = (account: OwnAccount, language: Language, now: Date): OwnBankAccount => ({
  ...common(account, language, now),
  bank_name: account.details.bank_name ?? '',
  iban: maskedNumber(account),
})

export const microfinanceView = (
  account: OwnAccount,
  language: Language,
  now: Date,
): z.infer<typeof OwnMicrofinanceAccount> => ({
  ...common(account, language, now),
  mfi_name: account.details.bank_name ?? '',
  owner_id: maskedNumber(account),
})

export const mobileView = (
  account: OwnAccount,
  language: Language,
  now: Date,
  reference: ReferenceData,
): OwnMobileAccount => ({
  ...common(account, language, now),
  country_code: reference.countryByIso(account.country)?.dial_code ?? 0,
  operator: account.details.operator ?? '',
  phone_number: maskedNumber(account),
})

export const walletView = (
  account: OwnAccount,
  language: Language,
  now: Date,
  reference: ReferenceData,
): OwnWallet => ({
  ...common(account, language, now),
  account_id: account.id,
  country_code: reference.countryByIso(account.country)?.dial_code ?? 0,
  wallet_account_number: maskedNumber(account),
})
