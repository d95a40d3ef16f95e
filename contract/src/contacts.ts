// Beneficiaries: who they are, whether they are Jokko customers, and the favourites list.
import * as z from 'zod/mini'
import { CountryCode, DialCode, Id, optionalText, Page, PerPage, PersonName, PhoneText } from './common.ts'

export const CustomerLookup = z.object({
  phone_number: PhoneText,
  country_code: z.coerce.number().check(z.int(), z.gte(1), z.lte(999)),
})

/** Someone who may be paid. Names of strangers are masked ("Kouamé T."). */
export const Beneficiary = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.nullable(z.string()),
  phone_number: z.string(),
  full_phone_number: z.string(),
  country: CountryCode,
  country_code: z.number(),
  country_id: z.number(),
  is_individual: z.boolean(),
  is_active: z.boolean(),
  is_verified: z.boolean(),
  /** True when this person has a Jokko balance that can be paid. */
  has_account: z.boolean(),
  /** True when the names above are masked. */
  masked: z.boolean(),
  company: z.nullable(
    z.object({
      name: z.string(),
      registered_id: z.nullable(z.string()),
      city: z.nullable(z.string()),
      country: CountryCode,
      is_verified: z.boolean(),
      is_active: z.boolean(),
    }),
  ),
  /** The favourite's id when this beneficiary is one of the caller's contacts. */
  favorite_id: z.nullable(Id),
})
export type Beneficiary = z.infer<typeof Beneficiary>

export const CustomerExists = z.object({
  exists: z.boolean(),
  customer: z.nullable(Beneficiary),
  /** False when the number's country is not a receiving country of the sender's. */
  is_receiver: z.boolean(),
  transfer_country: z.nullable(CountryCode),
})
export type CustomerExists = z.infer<typeof CustomerExists>

const contactBase = {
  first_name: PersonName,
  last_name: PersonName,
  email: z.exactOptional(z.email().check(z.maxLength(254))),
  phone_number: PhoneText,
  country_code: DialCode,
}
export const NewContact = z.discriminatedUnion('is_individual', [
  z.strictObject({ ...contactBase, is_individual: z.literal(true) }),
  z.strictObject({ ...contactBase, is_individual: z.literal(false), company_name: PersonName }),
])
export type NewContact = z.infer<typeof NewContact>

export const BeneficiaryCreated = z.object({ beneficiary: Beneficiary, transferCountry: CountryCode })

export const Favorite = z.object({
  id: Id,
  favorite: z.object({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    full_name: z.string(),
    email: z.nullable(z.string()),
    phone_number: z.string(),
    full_phone_number: z.string(),
    country: CountryCode,
    country_code: z.number(),
    is_individual: z.boolean(),
    company: z.nullable(z.object({ name: z.string() })),
  }),
})
export type Favorite = z.infer<typeof Favorite>
export const Favorites = z.object({ favorites: z.array(Favorite), total_count: z.number() })

export const ContactsQuery = z.object({
  page: z._default(Page, 1),
  per_page: z._default(PerPage, 10),
  search: z.exactOptional(z.string().check(z.maxLength(80))),
  is_individual: z.exactOptional(z.enum(['true', 'false'])),
})

export const NameCheck = z.strictObject({ full_name: z.string().check(z.minLength(1), z.maxLength(160)) })
export const NameChecked = z.object({ isRealName: z.boolean() })

/** An account saved or used for a beneficiary, masked; usable by its id. */
export const SavedMobileAccount = z.object({
  id: Id,
  title: z.string(),
  operator: z.string(),
  country: CountryCode,
  country_code: z.number(),
  phone_number: z.string(),
})
export const SavedMobileAccounts = z.object({ data: z.array(SavedMobileAccount) })
export const SavedBankAccount = z.object({
  id: Id,
  title: z.string(),
  bank_name: z.string(),
  owner_name: z.string(),
  country: CountryCode,
  iban: z.string(),
})
export const SavedBankAccounts = z.object({ data: z.array(SavedBankAccount) })
export const SavedMicrofinanceAccount = z.object({
  id: Id,
  title: z.string(),
  mfi_name: z.string(),
  owner_name: z.string(),
  country: CountryCode,
  owner_id: z.string(),
})
export const SavedMicrofinanceAccounts = z.object({ data: z.array(SavedMicrofinanceAccount) })
export const SavedWalletAccount = z.object({
  id: Id,
  account_id: Id,
  title: z.string(),
  owner_name: z.string(),
  country: CountryCode,
  country_code: z.number(),
  wallet_account_number: z.string(),
})
export const SavedWalletAccounts = z.object({ data: z.array(SavedWalletAccount) })

/** A wallet to pay a beneficiary by, before anything was paid there. */
export const NewBeneficiaryWallet = z.strictObject({
  title: z.exactOptional(optionalText(60)),
  country: CountryCode,
  owner_name: PersonName,
  country_code: DialCode,
  wallet_account_number: PhoneText,
})
export type NewBeneficiaryWallet = z.infer<typeof NewBeneficiaryWallet>
export const BeneficiaryWallet = z.object({ mm_account: z.object({ account_id: Id }) })
