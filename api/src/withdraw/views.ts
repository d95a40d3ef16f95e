// A withdrawal as its screens see it: what it pays where, how far it is, and how it can be confirmed.
import type { Language } from '@jokko/contract/common'
import type { PayoutKind } from '@jokko/contract/reference'
import type { Cashout } from '@jokko/contract/withdraw'
import type { StateOf } from '@jokko/core/lifecycles'
import { move } from '@jokko/core/lifecycles'
import { type Currency, eur, money, toDecimal } from '@jokko/core/money'
import { maskPhone } from '@jokko/core/phone'
import { customerStatus } from '@jokko/core/status'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { textOf } from '../http/problem.ts'
import { translate } from '../http/texts.ts'
import { payeeName } from '../payouts/own-account-name.ts'
import { readPayer } from '../people/payers.ts'
import { referenceData } from '../reference/data.ts'
import { channelsFor, codeInForce, maskedTarget, RESEND_AFTER_SECONDS } from './codes.ts'

export async function cashoutView(deps: Deps, op: Operation, language: Language): Promise<Cashout> {
  const reference = await referenceData(deps)
  const state = op.state as StateOf<'withdrawal'>
  const { status, aborted, unknown = false } = customerStatus('withdrawal', state)
  const currency = (op.target_currency ?? 'EUR') as Currency
  const { failure, payee_check, delivery } = op.details
  return {
    id: op.id,
    applied_fee: toDecimal(eur(op.fee + op.margin)),
    amount_in_euros: toDecimal(eur(op.principal)),
    total: toDecimal(eur(op.total)),
    received: { amount: toDecimal(money(op.target ?? 0n, currency)), currency },
    rate: op.rate ?? '1',
    rate_is_fixed: reference.rate(currency)?.fixed ?? true,
    kind: (op.payout_kind ?? 'bank_transfer') as PayoutKind,
    cashout_method_id: op.route_id ?? 0,
    country: op.receiving_country ?? '',
    payee: payeeView(op, language),
    payee_check: payee_check ?? null,
    reference: op.reference ?? '',
    status,
    aborted,
    step: state === 'created' ? 'verification' : 'confirmation',
    outcome_unknown: unknown,
    held: state === 'screening',
    failure: failure
      ? { code: failure.code, message: translate(language, `statuses:withdraw_failure.${failure.code}`) }
      : null,
    refunded: op.refunded > 0n ? toDecimal(eur(op.refunded)) : null,
    delivery: delivery ?? { min: 0, max: 0 },
    created_at: op.started_at.toISOString(),
    can_cancel: move('withdrawal', state, 'cancelled') !== undefined,
    code: state === 'created' ? await codeView(deps, op, language) : null,
    server_time: deps.clock.nowText(),
  }
}

function payeeView({ counterparty, details }: Operation, language: Language): Cashout['payee'] {
  const { payee } = details
  const number = payee?.iban ?? payee?.account
  return {
    name: payee?.name ?? counterparty,
    title: payee ? payeeName(payee, language) : '',
    number: number
      ? `${payee?.iban ? `${number.slice(0, 4)} ` : ''}… ${number.slice(-4)}`
      : payee?.phone
        ? maskPhone(payee.phone)
        : '',
    provider_name: payee?.operator_name ?? payee?.bank_name ?? null,
    account_id: payee?.account_id ?? null,
  }
}

async function codeView(
  deps: Deps,
  op: Operation,
  language: Language,
): Promise<NonNullable<Cashout['code']>> {
  const payer = await readPayer(deps, op.user_id)
  const channels = payer ? await channelsFor(deps, op, payer) : []
  const code = await codeInForce(deps, op.id)
  const sent = channels.find(({ channel }) => channel === code?.channel)
  const resendAt = code ? new Date(code.sent_at.getTime() + RESEND_AFTER_SECONDS * 1000) : deps.clock.now()
  return {
    channel: code?.channel ?? null,
    sent_to: sent ? maskedTarget(sent) : null,
    expires_at: code?.expires_at.toISOString() ?? null,
    resend_at: resendAt.toISOString(),
    channels: channels.map(channel => ({
      channel: channel.channel,
      sent_to: maskedTarget(channel),
      refusal: channel.refusal ? { code: channel.refusal, message: textOf(channel.refusal, language) } : null,
    })),
  }
}
