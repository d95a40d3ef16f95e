// Who may do what. A part of Jokko that is not open yet is offered to nobody, so that no button leads nowhere.
import type { Permissions } from '@jokko/contract/access'
import type * as z from 'zod/mini'

export type Permission = keyof z.infer<typeof Permissions>

/** Parts of Jokko that an operator opens, in the setting `features`: `{ "deposit": true }`. */
export type Features = Partial<Record<Permission, boolean>>

export type Person = {
  country: string
  isIndividual: boolean
  isOwner: boolean
  /** The person and, where there is one, the company. */
  isActive: boolean
  isVerified: boolean
  isRejected: boolean
}

const NO_BULK = 'MG'

export function readFeatures(setting: unknown): Features {
  if (typeof setting !== 'object' || setting === null) return {}
  return Object.fromEntries(Object.entries(setting).filter(([, open]) => open === true))
}

export function permissionsOf(person: Person, features: Features): Record<Permission, boolean> {
  const active = person.isActive && !person.isRejected
  const owner = active && person.isOwner
  const open = (part: Permission, allowed: boolean) => allowed && features[part] === true
  return {
    transfer: active,
    deposit: open('deposit', owner),
    bulk: open('bulk', owner && person.country !== NO_BULK),
    withdraw: open('withdraw', owner),
    payment_request: open('payment_request', owner),
    developer: open('developer', owner),
    sponsorship: open('sponsorship', active && person.isVerified),
  }
}
