// Keeps the account that was typed, as one of the own accounts: a new one, or one that is written anew.
import type { User } from '@jokko/contract/access'
import type { WithdrawMethods } from '@jokko/contract/withdraw'
import type { Dispatch } from 'react'
import { checkAccount } from '../common/typed-account.ts'
import { addBank, addMobile, addWallet, changeBank } from './withdraw-api.ts'
import {
  chosenCard,
  hasBankList,
  reopenedAccount,
  type Tables,
  type WithdrawEvent,
  type WithdrawState,
} from './withdraw-flow.ts'

export type Where = {
  readonly offer: WithdrawMethods
  readonly user: User
  readonly dispatch: Dispatch<WithdrawEvent>
}

/** Once kept it is chosen, so that a second press does not keep it again. */
export async function addAccount(state: WithdrawState, tables: Tables, where: Where): Promise<string> {
  const { dispatch } = where
  switch (chosenCard(state, tables.cards)?.kind) {
    case 'mobile_money': {
      const { id } = await addMobile(mobileBody(state, where))
      dispatch({ type: 'mobile_changed', changes: { account: id } })
      return id
    }
    case 'wallet': {
      const { id } = await addWallet(where.user.id, walletBody(state, where))
      dispatch({ type: 'wallet_changed', changes: { account: id } })
      return id
    }
    default: {
      const body = bankBody(state, tables, where)
      const reopened = reopenedAccount(state, tables)
      const { id } = reopened === undefined ? await addBank(body) : await changeBank(reopened, body)
      dispatch({ type: 'bank_changed', changes: { account: id, keptAs: id, reopened: undefined } })
      return id
    }
  }
}

const dialCodeOf = ({ offer }: Where): number =>
  offer.countries.find(({ code }) => code === offer.country)?.country_code ?? 0

const mobileBody = ({ mobile }: WithdrawState, where: Where) => ({
  country: where.offer.country,
  country_code: dialCodeOf(where),
  owner_name: mobile.owner.trim(),
  phone_number: mobile.phone.national,
  operator: mobile.operator === 'other' ? mobile.operatorName.trim() : (mobile.operator ?? ''),
})

const walletBody = ({ wallet }: WithdrawState, where: Where) => ({
  country: where.offer.country,
  country_code: dialCodeOf(where),
  owner_name: wallet.owner.trim(),
  wallet_account_number: wallet.phone.national,
})

function bankBody({ bank }: WithdrawState, { cards, institutions }: Tables, { offer }: Where) {
  const listed = hasBankList(cards, institutions)
    ? institutions.find(one => one.institution_id === bank.institution)?.name
    : undefined
  const account = checkAccount(bank, offer.country)
  return {
    country: offer.country,
    owner_name: bank.owner.trim(),
    bank_name: listed ?? bank.bankName.trim(),
    ...('fields' in account ? account.fields : {}),
  }
}
