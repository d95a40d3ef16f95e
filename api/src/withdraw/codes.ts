// The six digits that confirm a withdrawal: made, hashed together with what they confirm, sent, and tried. The limits are
// held by the database (0010_withdrawals.sql), whoever asks at the same time.
import { createHmac, randomInt } from 'node:crypto'
import type { CodeChannel } from '@jokko/contract/withdraw'
import { eur } from '@jokko/core/money'
import { maskPhone } from '@jokko/core/phone'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { moneyText } from '../http/money-text.ts'
import { Problem } from '../http/problem.ts'
import { sendNow } from '../messages/send.ts'
import { payeeName } from '../payouts/own-account-name.ts'
import { type Payer, payerName, readPayer } from '../people/payers.ts'
import { isNewAccount } from './accounts.ts'
import { accountPaidBy } from './payee.ts'

const PURPOSE = 'withdrawal'
export const CODE_SECONDS = 600
export const RESEND_AFTER_SECONDS = 30

export type Channel = {
  channel: CodeChannel
  to: string | null
  refusal: 'code_by_phone_required' | 'PhoneNumberError' | null
}

/** By which ways this person can get a code for this account. */
export async function channelsFor(
  deps: Deps,
  { customer_id, details: { payee } }: Pick<Operation, 'customer_id' | 'details'>,
  { email, phone }: Pick<Payer, 'email' | 'phone'>,
): Promise<Channel[]> {
  const account = await accountPaidBy(deps, customer_id, payee)
  // Cash that is brought has no account. One that is gone or changed meanwhile is trusted no more than a new one.
  const isNew = account ? isNewAccount(account, deps.clock.now()) : payee?.account_id !== undefined
  const byPhone = (channel: 'sms' | 'whatsapp'): Channel => ({
    channel,
    to: phone,
    refusal: phone ? null : 'PhoneNumberError',
  })
  return [
    byPhone('sms'),
    byPhone('whatsapp'),
    { channel: 'mail', to: email, refusal: isNew ? 'code_by_phone_required' : null },
  ]
}

/** The owner's own address or number, as somebody looking over the shoulder may see it. */
export const maskedTarget = ({ channel, to }: Channel): string | null =>
  to && (channel === 'mail' ? to.replace(/^(.).*@/, '$1…@') : maskPhone(to))

/** Sends a new code, which takes the place of the one before; tells when it ends. */
export async function sendCode(
  deps: Deps,
  op: Operation,
  { channel, to }: { channel: CodeChannel; to: string },
): Promise<{ id: string; expiresAt: Date }> {
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const id = newId('cod')
  await open(deps, op, { id, channel, code })
  const payer = await ownerOf(deps, op)
  const answer = await sendNow(deps, {
    key: `${op.id}:${id}`,
    channel: channel === 'mail' ? 'email' : channel,
    to,
    toName: payerName(payer),
    template: 'withdraw_code',
    language: payer.language,
    params: {
      code,
      amount: moneyText(eur(op.principal), payer.language),
      payee: op.details.payee ? payeeName(op.details.payee, payer.language) : '',
      name: payerName(payer),
      minutes: String(CODE_SECONDS / 60),
    },
  })
  if (answer.kind !== 'accepted') {
    deps.log.warn({ operation: op.id, channel, answer: answer.kind }, 'a code did not go')
    throw new Problem('otp_failed_default_error')
  }
  return { id, expiresAt: new Date(deps.clock.now().getTime() + CODE_SECONDS * 1000) }
}

async function ownerOf(deps: Deps, { user_id }: Operation): Promise<Payer> {
  const payer = await readPayer(deps, user_id)
  if (!payer) throw new Error(`There is no user ${user_id}`)
  return payer
}

/** Over everything that is confirmed: a code of another account, amount or payee has another hash. */
export function codeHash({ config }: Pick<Deps, 'config'>, op: Operation, code: string): Buffer {
  const { user_id, customer_id, id, principal, total, target, target_currency } = op
  const { name, phone, operator, iban, bank_code, account, institution_id, account_id } = op.details
    .payee ?? { name: '' }
  const whom = [name, phone, operator, iban, bank_code, account, institution_id, account_id]
  const amounts = [principal, total, target ?? 0n].map(String)
  const bound = [PURPOSE, user_id, customer_id, id, amounts, target_currency, whom, code]
  return createHmac('sha256', config.codeSecret).update(JSON.stringify(bound)).digest()
}

type Opened = { verdict: 'opened' } | { verdict: 'locked' | 'too_many'; until: string }

async function open(
  deps: Deps,
  op: Operation,
  { id, channel, code }: { id: string; channel: CodeChannel; code: string },
): Promise<void> {
  const { rows } = await deps.pool.query<{ opened: Opened }>(
    'select app.open_code($1, $2, $3, $4, $5, $6, $7) as opened',
    [id, PURPOSE, op.user_id, op.id, channel, codeHash(deps, op, code), CODE_SECONDS],
  )
  const opened = rows[0]?.opened
  if (opened?.verdict === 'locked') throw refusedUntil(deps, 'account_locked', opened.until)
  if (opened?.verdict === 'too_many') throw refusedUntil(deps, 'otp_limit_error', opened.until)
}

type Tried =
  | { verdict: 'right'; id: string }
  | { verdict: 'wrong'; left: number }
  | { verdict: 'expired' | 'used' | 'spent' }
  | { verdict: 'locked'; until: string }

/** True when it is the right one, which is thereby used up; false when it was used before. */
export async function tryCode(deps: Deps, op: Operation, code: string): Promise<boolean> {
  const { rows } = await deps.pool.query<{ tried: Tried }>('select app.try_code($1, $2, $3, $4) as tried', [
    PURPOSE,
    op.user_id,
    op.id,
    codeHash(deps, op, code),
  ])
  const tried: Tried = rows[0]?.tried ?? { verdict: 'expired' }
  switch (tried.verdict) {
    case 'right':
      return true
    case 'used':
      return false
    case 'wrong':
      throw new Problem('invalid_otp', {
        fields: { key_code: ['invalid_otp'] },
        extra: { tries_left: tried.left },
      })
    case 'expired':
    case 'spent':
      throw new Problem('otp_expired', { fields: { key_code: ['otp_expired'] } })
    case 'locked':
      throw refusedUntil(deps, 'account_locked', tried.until)
  }
}

function refusedUntil({ clock }: Deps, code: 'account_locked' | 'otp_limit_error', until: string): Problem {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - clock.now().getTime()) / 1000))
  return new Problem(code, {
    params: { seconds: String(seconds), minutes: String(Math.ceil(seconds / 60)) },
    extra: { until: new Date(until).toISOString() },
  })
}

export type CodeInForce = {
  id: string
  channel: CodeChannel
  sent_at: Date
  expires_at: Date
  used_at: Date | null
}

export async function codeInForce({ db }: Deps, operationId: string): Promise<CodeInForce | undefined> {
  return db
    .selectFrom('app.codes')
    .select(['id', 'channel', 'sent_at', 'expires_at', 'used_at'])
    .where('operation_id', '=', operationId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
}
