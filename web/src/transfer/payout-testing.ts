// A beneficiary and what the server says about paying him, for tests.
import type { Beneficiary } from '@jokko/contract/contacts'
import type { CashOutMethod, CountryDetail } from '@jokko/contract/reference'
import type { PayoutTables } from './payout-tables.ts'

export const person: Beneficiary = {
  id: 'ben_1',
  first_name: 'Kouamé',
  last_name: 'Traoré',
  full_name: 'Kouamé Traoré',
  email: null,
  phone_number: '0707070726',
  full_phone_number: '+2250707070726',
  country: 'CI',
  country_code: 225,
  country_id: 2,
  is_individual: true,
  is_active: true,
  is_verified: true,
  has_account: false,
  masked: false,
  company: null,
  favorite_id: null,
}
export const customer: Beneficiary = { ...person, has_account: true }
export const businessWith = (is_verified: boolean): Beneficiary => ({
  ...customer,
  is_individual: false,
  company: {
    name: 'Atelier SARL',
    registered_id: null,
    city: null,
    country: 'CI',
    is_verified,
    is_active: true,
  },
})

export const method = (changes: Partial<CashOutMethod>): CashOutMethod => ({
  id: 201,
  name: 'mobile_money',
  payment_type: { name: 'mobile_money' },
  payment_provider: { name: 'hub2' },
  min_amount: null,
  max_amount: null,
  step: '5',
  currency: 'XOF',
  operator_code: null,
  delivery_minutes: { min: 1, max: 5 },
  ...changes,
})

const country: CountryDetail = {
  id: 2,
  name: 'Côte d’Ivoire',
  code: 'CI',
  country_code: 225,
  currency: 'XOF',
  requires_post_code: false,
  preferred_notification_channel: 'sms',
  is_sending: true,
  is_receiving: true,
  sending_min_amount: null,
  sending_max_amount: null,
  cash_in_methods: [],
  receiving_countries: [],
  cashout_methods: [
    method({ id: 201, operator_code: 'orange_ci' }),
    method({ id: 204, operator_code: 'wave_ci' }),
    method({ id: 205, name: 'bank_transfer', delivery_minutes: { min: 1440, max: 4320 } }),
    method({ id: 209, name: 'balance', currency: 'EUR' }),
  ].map(cashout_method => ({ cashout_method, providers: [] })),
}

export const tables: PayoutTables = {
  country,
  operators: [
    { code: 'orange_ci', name: 'Orange Money', country: 'CI', cashout_method_id: 201 },
    { code: 'wave_ci', name: 'Wave', country: 'CI', cashout_method_id: 204 },
  ],
  institutions: [
    {
      institution_id: 'ci_bank_sgci',
      name: 'SGCI',
      type: 'bank_transfer',
      bank_code: 'CI008',
      country: 'CI',
      providers: [],
      cash_out_method: { id: 205, name: 'bank_transfer' },
    },
  ],
  savedMobile: [],
  savedBank: [],
  mfis: [],
  savedMfi: [],
  savedWallet: [],
}
export const withManual: PayoutTables = {
  ...tables,
  country: {
    ...country,
    cashout_methods: [
      ...country.cashout_methods,
      { cashout_method: method({ id: 206, name: 'manual_bank_transfer' }), providers: [] },
    ],
  },
}
