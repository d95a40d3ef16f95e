// Withdrawals of the fault run: over SEPA or to the owner's own phone, confirmed with the code that comes by SMS, given up,
// or left until the code's time is over.
import { setTimeout as pause } from 'node:timers/promises'
import type { Cashout, OwnBankAccount, OwnMobileAccount, WithdrawMethods } from '@jokko/contract/withdraw'
import type { Customer } from '../stage.ts'
import { insist, scripts } from './customers.ts'
import type { Random } from './random.ts'
import type { Town } from './town.ts'
import { type Acknowledged, cents, decimal, type Refused, type Wish } from './wishes.ts'

/** Who withdraws, and where to. */
export type Withdrawer = {
  customer: Customer
  phone: string
  country: 'FR' | 'CI'
  account: { bank_account_id: string } | { mobile_money_account_id: string }
}

const COUNTRY = { FR: 24, CI: 2 } as const
const METHOD = { FR: 2401, CI: 201 } as const

/** Before anything goes wrong: a phone for the codes and an account each; of the phones, a third is scripted. */
export async function addWithdrawers(
  town: Town,
  random: Random,
  customers: readonly Customer[],
): Promise<Withdrawer[]> {
  return Promise.all(
    customers.map(async (customer, i) => {
      const phone = `+336${String(39_980_000 + i)}`
      await town.stage.owner.query('update app.users set phone_e164 = $2 where id = $1', [
        customer.userId,
        phone,
      ])
      const country = random.chance(0.4) ? 'FR' : 'CI'
      const script = random.chance(0.33) ? random.pick(scripts) : String(20 + (i % 70))
      const account =
        country === 'FR'
          ? await ownBank(town, random, customer)
          : await ownPhone(town, random, customer, i, script)
      return { customer, phone, country, account }
    }),
  )
}

async function ownBank(town: Town, random: Random, customer: Customer) {
  const wish = { key: `own-${customer.userId}`, customer }
  const account = await insist<OwnBankAccount>(town, random, wish, 'POST', '/userBankAccounts', {
    country: 'FR',
    owner_name: 'Awa Ndiaye',
    iban: 'FR7630006000011234567890189',
    bank_name: 'Banque des Tisserands',
  })
  if ('code' in account) throw new Error(`no bank account: ${account.code}`)
  return { bank_account_id: account.id }
}

async function ownPhone(town: Town, random: Random, customer: Customer, i: number, script: string) {
  const wish = { key: `own-${customer.userId}`, customer }
  const account = await insist<OwnMobileAccount>(town, random, wish, 'POST', '/userMMAccounts', {
    country: 'CI',
    country_code: 225,
    owner_name: 'Awa Ndiaye',
    operator: 'orange_ci',
    phone_number: `07${String(10 + (i % 90))}0000${script}`,
  })
  if ('code' in account) throw new Error(`no phone: ${account.code}`)
  return { mobile_money_account_id: account.id }
}

export async function takeMoney(
  town: Town,
  random: Random,
  wish: Wish,
  { country, account, phone }: Withdrawer,
): Promise<Acknowledged | Refused> {
  const amount = decimal(wish.cents)
  const total = await totalOf(town, random, wish, country, amount)
  if (typeof total !== 'string') return total
  const order = {
    country_id: COUNTRY[country],
    cashout_method_id: METHOD[country],
    amount_without_fees_in_euro: amount,
    total_to_pay: total,
    ...account,
  }
  const ask = (more: object) =>
    insist<{ cashout: Cashout }>(town, random, wish, 'POST', '/cashout', { ...order, ...more })
  const first = await ask({})
  // The bank that is asked whose account it is may be down: its owner knows.
  const isUnchecked = 'code' in first && first.code === 'payee_check_needed'
  const known = isUnchecked ? { accepted_payee_check: 'not_possible' } : {}
  const opened = isUnchecked ? await ask(known) : first
  if ('code' in opened) return opened
  const repeated = wish.repeats ? await ask(known) : opened
  if ('code' in repeated) return repeated
  const { id } = opened.cashout
  if (wish.ending === 'cancelled')
    await insist(town, random, { ...wish, key: `${wish.key}-stop` }, 'POST', `/cashout/${id}/cancel`)
  if (wish.ending === 'confirmed') await confirm(town, random, wish, id, phone)
  return {
    wish,
    id,
    total: cents(total),
    paidIn: 0n,
    ...(repeated.cashout.id !== id && { repeatedAs: repeated.cashout.id }),
  }
}

async function totalOf(
  town: Town,
  random: Random,
  wish: Wish,
  country: Withdrawer['country'],
  amount: string,
): Promise<string | Refused> {
  const path = `/cashout/methods?country=${country}&amount=${amount}`
  const priced = await insist<WithdrawMethods>(town, random, wish, 'GET', path)
  if ('code' in priced) return priced
  const method = priced.methods.find(one => one.cashout_method_id === METHOD[country])
  return method?.price?.total ?? { wish, status: 0, code: method?.refusal?.code ?? 'no price' }
}

const CODE_TRIES = 40

/** As a person with the phone in hand: the newest code, another one where none comes, and once more after a wrong one. */
async function confirm(town: Town, random: Random, wish: Wish, id: string, phone: string): Promise<void> {
  for (let tries = 1; tries <= CODE_TRIES; tries += 1) {
    const code = await newestCode(town, phone)
    if (code !== undefined) {
      const key = `${wish.key}-code-${tries}`
      const answer = await insist(town, random, { ...wish, key }, 'POST', '/verifyPayout', {
        id,
        key_code: code,
      })
      if (!('code' in (answer as object))) return
    }
    if (tries % 8 === 0)
      await insist(
        town,
        random,
        { ...wish, key: `${wish.key}-again-${tries}` },
        'POST',
        `/cashout/${id}/resendCode`,
        {
          channel: 'sms',
        },
      )
    await pause(100)
  }
}

async function newestCode(town: Town, phone: string): Promise<string | undefined> {
  const messages = await town.outside<{ text: string }[]>(`/inbox?to=${encodeURIComponent(phone)}`)
  return messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(code => code !== undefined)
}
