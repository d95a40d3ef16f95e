// Payment codes: made by a payer on the phone or sent by the operator, each for ten minutes and one payment.
import { randomInt } from 'node:crypto'
import { keepMessage } from '../messages/inbox.ts'
import { minute } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import type { FailureCause } from './payees.ts'
import { payerScript } from './payers.ts'

const codeLivesMs = 10 * minute

const wrongCode: FailureCause = { code: 'authentication_failed', message: 'The code is wrong' }
const oldCode: FailureCause = { code: 'authentication_timeout', message: 'The code has expired' }

/** Makes a code and shows it on the phone as a message. */
export function sendCode(world: World, msisdn: string): { code: string; expiresAt: number } {
  const { store, clock } = world
  const code = payerScript(msisdn).code === '1234' ? '1234' : String(randomInt(10_000)).padStart(4, '0')
  const expiresAt = clock.now() + codeLivesMs
  store.run('insert into hub2_codes (msisdn, code, expires_at) values (?, ?, ?)', msisdn, code, expiresAt)
  keepMessage(world, {
    channel: 'sms',
    sender: 'Mobile Money',
    recipient: msisdn,
    body: `Your payment code is ${code}. It is valid for 10 minutes.`,
    status: 'delivered',
  })
  return { code, expiresAt }
}

/** A code is right once. */
export function codeVerdict({ store, clock }: World, msisdn: string, code: string): 'right' | FailureCause {
  const scripted = payerScript(msisdn).code
  if (scripted === 'none') return wrongCode
  if (scripted === code) return 'right'
  const made = store.get<{ id: number; expires_at: number }>(
    'select id, expires_at from hub2_codes where msisdn = ? and code = ? order by id desc limit 1',
    msisdn,
    code,
  )
  if (!made) return wrongCode
  store.run('delete from hub2_codes where id = ?', made.id)
  return made.expires_at > clock.now() ? 'right' : oldCode
}
