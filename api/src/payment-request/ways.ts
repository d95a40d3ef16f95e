// How a payer may pay a request, and what each way costs them. The fee is theirs; the requester gets what was asked.
import type { WayToPay } from '@jokko/contract/payment-request'
import type { PayinMethod } from '@jokko/contract/reference'
import { eur, type Money, toDecimal } from '@jokko/core/money'
import type { Deps } from '../deps.ts'
import { Problem, textOf } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { type Priced, price, type Subject } from '../quotes/quoting.ts'
import { walletCountriesOf } from '../quotes/wallets.ts'
import type { ReferenceData } from '../reference/data.ts'
import type { CountryRow, PayinMethodRow } from '../reference/store.ts'

/** To a Jokko balance, in euros, wherever the requester lives. */
export type WaySubject = Subject & { method: PayinMethodRow }

export function homeOf(reference: ReferenceData, { country }: Caller): CountryRow {
  const home = reference.countryByIso(country)
  if (!home?.is_sending) throw new Problem('sending_country_missing')
  return home
}

/** The way that was chosen, at its price of now; or why this payer cannot pay this way. */
export function priceOfWay(
  deps: Deps,
  reference: ReferenceData,
  caller: Caller,
  subject: WaySubject,
  amount: Money,
): Priced {
  requireActive(caller)
  const { name, provider } = subject.method
  const isOurs = name === 'balance' || name === 'bank_transfer'
  if (!isOurs && !deps.providers.payIns[provider]) throw new Problem('cashin_method_not_supported')
  if (caller.activationLevel === 'YELLOW' && name !== 'bank_transfer') throw new Problem('temp_restriction')
  return price(reference, subject, { fix: 'source', amount }, deps.clock.now())
}

export function waysOf(deps: Deps, reference: ReferenceData, caller: Caller, amount: Money): WayToPay[] {
  const sending = homeOf(reference, caller)
  return reference.payinMethodsOf(sending.iso).map(method => {
    const subject: WaySubject = { kind: 'transfer', sending, method }
    const shown = {
      cashin_method_id: method.id,
      name: method.name as PayinMethod,
      max_amount: toDecimal(eur(method.max_amount)),
      wallet_countries: walletCountriesOf(reference, subject).map(({ id, iso }) => ({ id, code: iso })),
    }
    try {
      const { wire } = priceOfWay(deps, reference, caller, subject, amount)
      const { fee, total_to_pay, delivery } = wire
      return { ...shown, fee, total_to_pay: total_to_pay.amount, delivery, obstacle: null }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const message = textOf(error.code, caller.language, error.params)
      return {
        ...shown,
        fee: null,
        total_to_pay: null,
        delivery: null,
        obstacle: { code: error.code, message },
      }
    }
  })
}
