// What is still missing of an account that is typed anew. With the rules of account numbers: loaded with the form. Pure.
import { checkAccount } from '../common/typed-account.ts'
import {
  chosenCard,
  hasBankList,
  isNewAccount,
  type Problem,
  type Tables,
  type WithdrawState,
} from './withdraw-flow.ts'

/** What is missing of the account that is being typed. */
export function accountProblems(state: WithdrawState, tables: Tables, country: string): Problem[] {
  const kind = chosenCard(state, tables.cards)?.kind
  if (kind === undefined) return [{ field: 'method', code: 'select_cashOut' }]
  if (!isNewAccount(state, tables)) return []
  if (kind === 'mobile_money') return mobileProblems(state.mobile)
  if (kind === 'wallet')
    return state.wallet.phone.national.trim() === '' ? [{ field: 'phone', code: 'PhoneNumberError' }] : []
  return bankProblems(state, tables, country)
}

function mobileProblems({ phone, operator, operatorName, owner }: WithdrawState['mobile']): Problem[] {
  const problems: Problem[] = []
  if (phone.national.trim() === '') problems.push({ field: 'phone', code: 'invalid_phone_number' })
  if (operator === undefined || (operator === 'other' && operatorName.trim() === ''))
    problems.push({
      field: operator === undefined ? 'operator' : 'operatorName',
      code: 'Select_Operator_Error',
    })
  if (owner.trim() === '') problems.push({ field: 'owner', code: 'ReceiverFullNameError' })
  return problems
}

function bankProblems({ bank }: WithdrawState, { cards, institutions }: Tables, country: string): Problem[] {
  const problems: Problem[] = []
  const isListed = hasBankList(cards, institutions)
  if (isListed && bank.institution === '') problems.push({ field: 'bank', code: 'BankNameError' })
  const isTyped = !isListed || bank.institution === 'other'
  if (isTyped && bank.bankName.trim() === '') problems.push({ field: 'bankName', code: 'BankNameError' })
  if (bank.owner.trim() === '') problems.push({ field: 'owner', code: 'ReceiverFullNameError' })
  const account = checkAccount(bank, country)
  if ('problem' in account) problems.push(account.problem)
  return problems
}
