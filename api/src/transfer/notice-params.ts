// What the texts about a transfer are filled with. An SMS speaks the GSM alphabet: plain letters and spaces.
import type { Language } from '@jokko/contract/common'
import { eur, subtract } from '@jokko/core/money'
import { transliterate } from '@jokko/core/names'
import { maskPhone } from '@jokko/core/phone'
import type { Operation, PayeeDetails } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { lastDayText, moneyText } from '../http/money-text.ts'
import { translate } from '../http/texts.ts'
import { readCustomerName } from '../ledger/operations.ts'
import { payable } from '../payouts/figures.ts'
import { whyOnBalance } from '../payouts/on-arrival.ts'

type Reader = { forSms: boolean; readerName: string }

export async function messageParams(
  deps: Deps,
  op: Operation,
  language: Language,
  { forSms, readerName }: Reader,
): Promise<Record<string, string>> {
  const payee = op.details.payee
  const { note, params: why } = whyOnBalance(op, language)
  const params = {
    name: readerName,
    sender: await readCustomerName(deps, op.user_id),
    beneficiary: op.counterparty,
    amount: moneyText(payable(op), language),
    total: moneyText(eur(op.total), language),
    received: moneyText(eur(op.held), language),
    missing: moneyText(subtract(eur(op.total), eur(op.held)), language),
    method: methodOf(op, language),
    account: accountOf(payee),
    reason: op.reason ?? '',
    failure: translate(
      language,
      op.details.failure
        ? `statuses:payout_failure.${op.details.failure.code}`
        : 'statuses:info.refused_after_checks',
    ),
    refunded: moneyText(eur(op.refunded), language),
    back: translate(language, `statuses:info.refunded_to_${op.details.refund_to ?? 'balance'}`, {
      amount: moneyText(eur(op.refunded), language),
    }),
    why: translate(language, `statuses:route.${note}`, why),
    reference: op.reference ?? '',
    date: op.fund_by ? lastDayText(op.fund_by, language) : '',
    link: `${deps.config.publicUrl}/dashboard/home?operation=${op.id}`,
  }
  return forSms ? plain(params) : params
}

/** Who pays, by name; a wallet, cash and a balance have none. */
const methodOf = ({ details: { payee }, payout_kind }: Operation, language: Language): string =>
  payee?.operator_name ??
  payee?.bank_name ??
  translate(language, `statuses:payout.${payout_kind ?? 'balance'}`)

/** The end of the number that the beneficiary knows it by: of the account, where the money is not paid to a phone. */
function accountOf(payee: PayeeDetails | undefined): string {
  const account = payee?.iban ?? payee?.account
  if (account !== undefined) return `…${account.slice(-4)}`
  return payee?.phone ? maskPhone(payee.phone) : ''
}

const SMS_LENGTHS: Record<string, number> = { sender: 30, beneficiary: 30, name: 30, method: 30 }

function plain(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      SMS_LENGTHS[key] ? transliterate(value, SMS_LENGTHS[key]) : value,
    ]),
  )
}
