// Who may do what. A part of Jokko that is not open yet is offered to nobody, so that no button leads nowhere.
import type { Features, Permission } from '../http/features.ts'

export type Person = {
  country: string
  isIndividual: boolean
  isOwner: boolean
  /** The person and, where there is one, the company. */
  isActive: boolean
  isVerified: boolean
  isRejected: boolean
  /** In this country some way to bring money onto the balance has a price. */
  canBeDepositedTo: boolean
}

const NO_BULK = 'MG'

export function permissionsOf(person: Person, features: Features): Record<Permission, boolean> {
  const active = person.isActive && !person.isRejected
  const owner = active && person.isOwner
  const open = (part: Permission, allowed: boolean) => allowed && features[part] === true
  return {
    transfer: active,
    deposit: open('deposit', owner && person.canBeDepositedTo),
    bulk: open('bulk', owner && person.country !== NO_BULK),
    withdraw: open('withdraw', owner),
    payment_request: open('payment_request', owner),
    developer: open('developer', owner),
    sponsorship: open('sponsorship', active && person.isVerified),
  }
}
