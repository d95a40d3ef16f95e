// Beneficiaries and favourites as answers: what a stranger may see of a Jokko customer is masked here.
import type { Beneficiary, Favorite } from '@jokko/contract/contacts'
import { maskName } from '@jokko/core/names'
import type { ReferenceData } from '../reference/data.ts'
import type { BeneficiaryView, ContactView } from './store.ts'

type Names = Pick<Beneficiary, 'first_name' | 'last_name' | 'full_name'>

const fullNameOf = (row: { first_name: string; last_name: string }): string =>
  `${row.first_name} ${row.last_name}`.trim()

function namesOf(row: { first_name: string; last_name: string }, masked: boolean): Names {
  if (!masked) return { first_name: row.first_name, last_name: row.last_name, full_name: fullNameOf(row) }
  const full_name = maskName(fullNameOf(row))
  const cut = full_name.lastIndexOf(' ')
  if (cut < 0) return { first_name: full_name, last_name: '', full_name }
  return { first_name: full_name.slice(0, cut), last_name: full_name.slice(cut + 1), full_name }
}

export function beneficiaryOnWire(view: BeneficiaryView, data: ReferenceData): Beneficiary {
  const masked = view.is_registered && view.contact_id === null && !view.has_met
  return {
    id: view.id,
    ...namesOf(view, masked),
    email: masked ? null : view.email,
    phone_number: nationalOf(view),
    full_phone_number: view.phone_e164,
    country: view.country,
    country_code: view.dial_code,
    country_id: data.countryByIso(view.country)?.id ?? 0,
    is_individual: view.is_individual,
    is_active: view.is_active,
    is_verified: view.is_verified,
    has_account: view.is_registered && view.is_active,
    masked,
    company: companyOf(view, masked),
    favorite_id: view.contact_id,
  }
}

function companyOf(view: BeneficiaryView, masked: boolean): Beneficiary['company'] {
  if (view.company_name === null) return null
  return {
    name: masked ? maskName(view.company_name) : view.company_name,
    registered_id: masked ? null : view.company_registered_id,
    city: masked ? null : view.company_city,
    country: view.company_country ?? view.country,
    is_verified: view.company_is_verified ?? false,
    is_active: view.company_is_active ?? false,
  }
}

function nationalOf(row: { phone_e164: string; dial_code: number }): string {
  return row.phone_e164.slice(`+${row.dial_code}`.length)
}

export function favoriteOnWire(row: ContactView): Favorite {
  return {
    id: row.contact_id,
    favorite: {
      id: row.id,
      ...namesOf(row, false),
      email: row.email,
      phone_number: nationalOf(row),
      full_phone_number: row.phone_e164,
      country: row.country,
      country_code: row.dial_code,
      is_individual: row.is_individual,
      company: row.company_name === null ? null : { name: row.company_name },
    },
  }
}
