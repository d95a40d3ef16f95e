// How the beneficiary may be paid: whether the payout can be switched off, which kinds a country has, and what the
// choice comes to. Pure; the tables come from the server.
import type { Beneficiary } from '@jokko/contract/contacts'
import type { CashOutMethod, CountryDetail } from '@jokko/contract/reference'
import { bankTarget, checkBank } from './payout-bank.ts'
import { checkMobile, mobileTarget, operatorOf } from './payout-mobile.ts'
import { checkDelivery, checkMicrofinance, checkWallet } from './payout-others.ts'
import { type PayoutCheck, type PayoutTables, refused, routeOfKind, routeWith } from './payout-tables.ts'
import { beneficiaryName, type PayoutDraft, type PayoutKind, type ReadyPayout } from './transfer-state.ts'

export type PayoutRule = {
  readonly isEnabled: boolean
  /** Why it cannot be changed; absent where it can. */
  readonly locked?: 'no_provider' | 'business' | 'no_account' | 'unverified_business'
}

/** The kinds that this country has, in the order in which they are proposed. */
export function offeredKinds({
  country,
  operators,
}: Pick<PayoutTables, 'country' | 'operators'>): PayoutKind[] {
  const has = (kind: CashOutMethod['name']) => routeOfKind(country, kind) !== undefined
  const isOffered: Record<PayoutKind, boolean> = {
    mobile_money: operators.length > 0,
    bank_transfer: has('bank_transfer') || has('manual_bank_transfer'),
    mfi: has('mfi'),
    wallet: has('wallet'),
    delivery: has('delivery'),
  }
  return payoutKinds.filter(kind => isOffered[kind])
}

const payoutKinds = ['mobile_money', 'bank_transfer', 'mfi', 'wallet', 'delivery'] as const

type SenderKind = { readonly isIndividual: boolean }

/** Whether the money is paid out, and whether the sender may decide it. */
export function payoutRule(
  draft: Pick<PayoutDraft, 'isEnabled'>,
  beneficiary: Beneficiary,
  sender: SenderKind,
  kinds: readonly PayoutKind[],
): PayoutRule {
  if (kinds.length === 0) return { isEnabled: false, locked: 'no_provider' }
  if (!beneficiary.has_account) return { isEnabled: true, locked: 'no_account' }
  const { company } = beneficiary
  if (!beneficiary.is_individual && company !== null) {
    const isEstablished = company.is_verified && company.is_active
    if (!isEstablished) return { isEnabled: true, locked: 'unverified_business' }
    if (sender.isIndividual) return { isEnabled: false, locked: 'business' }
  }
  return { isEnabled: draft.isEnabled }
}

function toBalance(beneficiary: Beneficiary, country: CountryDetail): PayoutCheck {
  if (!beneficiary.has_account) return refused({ field: 'kind', code: 'no_withdraw_modes' })
  const route = routeOfKind(country, 'balance')
  return {
    ok: true,
    payout: {
      kind: 'balance',
      currency: 'EUR',
      routeId: undefined,
      name: 'Jokko',
      shown: beneficiaryName(beneficiary),
      minutes: route?.delivery_minutes ?? { min: 0, max: 2 },
      fields: {},
    },
  }
}

export type LikelyRoute = Pick<ReadyPayout, 'currency' | 'routeId' | 'name' | 'minutes'>

const likely = (route: CashOutMethod | undefined, name: string): LikelyRoute | undefined =>
  route && { currency: route.currency, routeId: route.id, name, minutes: route.delivery_minutes }

/** The route that the choice points to already, while details are still missing: enough to tell the price. */
export function likelyRoute(
  draft: PayoutDraft,
  beneficiary: Beneficiary,
  sender: SenderKind,
  tables: PayoutTables,
): LikelyRoute | undefined {
  const check = checkPayout(draft, beneficiary, sender, tables)
  if (check.ok) return check.payout
  const { country, operators } = tables
  const kind = chosenKind(draft, offeredKinds(tables))
  if (kind === 'bank_transfer') {
    const { route, name } = bankTarget(draft, tables)
    return likely(route ?? routeOfKind(country, kind), name)
  }
  if (kind !== 'mobile_money') return kind && likely(routeOfKind(country, kind), '')
  const target = mobileTarget(draft, beneficiary, tables)
  if (target?.route !== undefined) return likely(target.route, target.name)
  const operator = operatorOf(draft, beneficiary, tables) ?? operators[0]
  return likely(routeWith(country, operator?.cashout_method_id), operator?.name ?? '')
}

/** The chosen kind where the country has it, the first one where none was chosen: never another one than chosen. */
export const chosenKind = (draft: PayoutDraft, kinds: readonly PayoutKind[]): PayoutKind | undefined =>
  draft.kind === undefined ? kinds[0] : kinds.find(one => one === draft.kind)

/** What is missing for this beneficiary to be paid out, whatever is chosen. */
export function payoutGap(
  { has_account }: Pick<Beneficiary, 'has_account'>,
  tables: Pick<PayoutTables, 'country' | 'operators'>,
): 'No_Withdraw_Mode_Found' | 'No_Operator_Found' | undefined {
  if (offeredKinds(tables).length === 0 && !has_account) return 'No_Withdraw_Mode_Found'
  const hasOperatorRoute = routeOfKind(tables.country, 'mobile_money') !== undefined
  return hasOperatorRoute && tables.operators.length === 0 ? 'No_Operator_Found' : undefined
}

/** What the choice comes to: ready to be quoted, or what is missing, field by field. */
export function checkPayout(
  draft: PayoutDraft,
  beneficiary: Beneficiary,
  sender: SenderKind,
  tables: PayoutTables,
): PayoutCheck {
  const kinds = offeredKinds(tables)
  const { isEnabled } = payoutRule(draft, beneficiary, sender, kinds)
  if (!isEnabled) return toBalance(beneficiary, tables.country)
  const kind = chosenKind(draft, kinds)
  switch (kind) {
    case undefined:
      return refused({ field: 'kind', code: 'withdrawalError' })
    case 'mobile_money':
      return checkMobile(draft, beneficiary, tables)
    case 'bank_transfer':
      return checkBank(draft, tables)
    case 'mfi':
      return checkMicrofinance(draft, tables)
    case 'wallet':
      return checkWallet(draft, beneficiary, tables)
    case 'delivery':
      return checkDelivery(draft, beneficiary, tables)
  }
}
