// What never changes about a country: its codes, its currency here, its monetary zone, its phone plan.
// What can change (methods, limits, routes) is reference data in the database.
// Names are not kept: the platform's Intl data knows them in every language.

export type Zone = 'euro' | 'uemoa' | 'cemac' | 'guinea' | 'madagascar'
export type Region = 'europe' | 'africa' | 'middle_east' | 'other'

export type CountryFacts = {
  readonly iso: string
  readonly dialCode: number
  /** The currency in which we pay out or hold; Madagascar's customers hold and send euros. */
  readonly currency: 'EUR' | 'XOF' | 'XAF' | 'GNF'
  readonly zone: Zone
  readonly receiving: boolean
  /** Digits of a national mobile number; absent where lengths vary. */
  readonly mobileLength?: number
}

const uemoa = (iso: string, dialCode: number, mobileLength: number): CountryFacts => ({
  iso,
  dialCode,
  currency: 'XOF',
  zone: 'uemoa',
  receiving: true,
  mobileLength,
})

const cemac = (iso: string, dialCode: number, mobileLength: number): CountryFacts => ({
  iso,
  dialCode,
  currency: 'XAF',
  zone: 'cemac',
  receiving: true,
  mobileLength,
})

const euro = (iso: string, dialCode: number): CountryFacts => ({
  iso,
  dialCode,
  currency: 'EUR',
  zone: 'euro',
  receiving: false,
})

export const countries: readonly CountryFacts[] = [
  uemoa('SN', 221, 9),
  uemoa('CI', 225, 10),
  uemoa('BJ', 229, 10),
  uemoa('TG', 228, 8),
  uemoa('BF', 226, 8),
  uemoa('ML', 223, 8),
  uemoa('NE', 227, 8),
  uemoa('GW', 245, 9),
  cemac('CM', 237, 9),
  cemac('GA', 241, 8),
  cemac('CG', 242, 9),
  cemac('TD', 235, 8),
  cemac('CF', 236, 8),
  cemac('GQ', 240, 9),
  { iso: 'GN', dialCode: 224, currency: 'GNF', zone: 'guinea', receiving: true, mobileLength: 9 },
  euro('AT', 43),
  euro('BE', 32),
  euro('BG', 359),
  euro('CY', 357),
  euro('DE', 49),
  euro('EE', 372),
  euro('ES', 34),
  euro('FI', 358),
  euro('FR', 33),
  euro('GR', 30),
  euro('HR', 385),
  euro('IE', 353),
  euro('IT', 39),
  euro('LT', 370),
  euro('LU', 352),
  euro('LV', 371),
  euro('MT', 356),
  euro('NL', 31),
  euro('PT', 351),
  euro('SI', 386),
  euro('SK', 421),
  { iso: 'MG', dialCode: 261, currency: 'EUR', zone: 'madagascar', receiving: false, mobileLength: 9 },
]

const byIso = new Map(countries.map(country => [country.iso, country]))
const byDialCode = new Map(countries.map(country => [country.dialCode, country]))

export const countryByIso = (iso: string): CountryFacts | undefined => byIso.get(iso.toUpperCase())

export const countryByDialCode = (dialCode: number): CountryFacts | undefined => byDialCode.get(dialCode)

/** The groups of the country picker, told by the first digit of the dial code. */
export const regionOfDialCode = (dialCode: number): Region => {
  const first = String(dialCode)[0]
  if (first === '2') return 'africa'
  if (first === '3' || first === '4' || first === '5') return 'europe'
  return first === '8' || first === '9' ? 'middle_east' : 'other'
}

export const countryName = (iso: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(iso) ?? iso

/** A regional-indicator flag, drawn by the reader's own font. */
export const countryFlag = (iso: string): string =>
  String.fromCodePoint(...Array.from(iso.toUpperCase(), letter => letter.charCodeAt(0) + 0x1f1a5))
