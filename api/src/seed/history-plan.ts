// The owner's last three months, as data: whom the workshop pays, how, and how each payment ended. Times count back
// from the moment of seeding, so that a history made today is always recent.
import type { StateOf } from '@jokko/core/lifecycles'

/** `23 09:14`: that many days ago, at that time (UTC). `25m`: that many minutes ago. */
export type When = `${number} ${number}:${number}` | `${number}m`

export type PayeePlan = {
  first: string
  last: string
  company?: string
  dialCode: number
  phone: string
  /** How they are usually paid; absent: on their Jokko balance. */
  route?: number
  account?: { iban: string; bank: string }
}

/** The first seven are also the owner's contacts. Account numbers carry bank codes that no bank has. */
export const payees = {
  kouadio: { first: 'Kouadio', last: 'Yao', dialCode: 225, phone: '0707451233', route: 201 },
  aminata: { first: 'Aminata', last: 'Diop', dialCode: 221, phone: '775123456', route: 101 },
  senami: { first: 'Sènami', last: 'Dossou', dialCode: 229, phone: '0197451236', route: 301 },
  paul: { first: 'Paul', last: 'Essomba', dialCode: 237, phone: '677234561', route: 902 },
  fatoumata: { first: 'Fatoumata', last: 'Barry', dialCode: 224, phone: '622123456', route: 1501 },
  textiles: {
    first: 'Oumar',
    last: 'Keïta',
    company: 'Textiles de Bamako SARL',
    dialCode: 223,
    phone: '76123456',
    route: 603,
    account: { iban: 'ML61ML9990100100000000123480', bank: 'Banque Malienne de Solidarité' },
  },
  mbarga: {
    first: 'Jean-Paul',
    last: 'Mbarga',
    company: 'Mbarga Import-Export',
    dialCode: 237,
    phone: '677123451',
  },
  adjoua: { first: 'Adjoua', last: 'N’Guessan', dialCode: 225, phone: '0545678123', route: 202 },
  ibrahima: {
    first: 'Ibrahima',
    last: 'Fall',
    dialCode: 221,
    phone: '781234567',
    route: 105,
    account: { iban: 'SN30SN9990100100000000123428', bank: 'Ecobank Sénégal' },
  },
  karite: {
    first: 'Bio',
    last: 'Orou Guéra',
    company: 'Coopérative Karité du Borgou',
    dialCode: 229,
    phone: '0161234567',
    route: 304,
    account: { iban: 'BJ93BJ9990100100000000123438', bank: 'Bank of Africa Bénin' },
  },
  seydou: { first: 'Seydou', last: 'Maïga', dialCode: 223, phone: '66123456', route: 602 },
} as const satisfies Record<string, PayeePlan>

export type PayeeKey = keyof typeof payees

export type TransferPlan = {
  key: string
  when: When
  to: PayeeKey
  euros: string
  reason: string
  end: StateOf<'transfer'>
  pay: 'balance' | 'bank_transfer' | 'card'
  /** Ordered by the owner's colleague. */
  byColleague?: true
  /** Euros that came of a bank transfer, where it was not the total. */
  came?: string
  /** The payout provider's word, where it refused. */
  failure?: string
  /** Nobody knew for a while whether it was paid. */
  wasUnknown?: true
}

type More = Partial<Omit<TransferPlan, 'when' | 'to' | 'euros' | 'reason'>>

function transfer(when: When, to: PayeeKey, euros: string, reason: string, more: More = {}): TransferPlan {
  return { key: `${to} ${when}`, when, to, euros, reason, end: 'paid', pay: 'balance', ...more }
}

export const RETURNED_TRANSFER = 'textiles returned'

const byBank = { pay: 'bank_transfer' } as const
const byColleague = { byColleague: true } as const

export const transferPlans: readonly TransferPlan[] = [
  transfer('88 09:12', 'kouadio', '250.00', 'Salaire du mois'),
  transfer('87 14:40', 'aminata', '180.00', 'Broderies, premier lot'),
  transfer('84 10:05', 'senami', '120.00', 'Acompte sur les pagnes', byColleague),
  transfer('80 16:22', 'paul', '300.00', 'Transport jusqu’au port'),
  transfer('77 08:31', 'textiles', '1450.00', 'Facture 2041, coton bio', byBank),
  transfer('72 11:47', 'fatoumata', '150.00', 'Teinture à l’indigo'),
  transfer('69 15:03', 'mbarga', '420.00', 'Commande de raphia'),
  transfer('66 09:25', 'adjoua', '95.50', 'Perles et fermoirs'),
  transfer('58 09:10', 'kouadio', '250.00', 'Salaire du mois'),
  transfer('57 13:18', 'aminata', '215.75', 'Broderies, deuxième lot'),
  transfer('54 10:50', 'ibrahima', '640.00', 'Loyer de l’atelier de Thiès', byBank),
  transfer('51 17:36', 'paul', '180.00', 'Dédouanement', { wasUnknown: true }),
  transfer('47 08:58', 'senami', '340.00', 'Solde des pagnes'),
  transfer('44 12:20', 'textiles', '980.00', 'Facture 2077', { ...byBank, came: '1000.00' }),
  transfer('41 10:33', 'textiles', '760.00', 'Facture 2083', { key: RETURNED_TRANSFER }),
  transfer('35 09:41', 'adjoua', '60.00', 'Perles', byColleague),
  transfer('28 09:08', 'kouadio', '275.00', 'Salaire du mois, avec prime'),
  transfer('27 15:55', 'aminata', '190.00', 'Broderies, troisième lot'),
  transfer('22 11:02', 'ibrahima', '640.00', 'Loyer de l’atelier de Thiès'),
  transfer('16 14:14', 'mbarga', '365.00', 'Commande de raphia', byColleague),
  transfer('6 08:49', 'paul', '210.00', 'Transport jusqu’au port'),
  transfer('3 09:30', 'senami', '145.00', 'Échantillons'),

  transfer('75 10:12', 'adjoua', '130.00', 'Fermoirs', { end: 'refunded', failure: 'invalid_payee_number' }),
  transfer('49 16:45', 'seydou', '520.00', 'Location du métier', {
    end: 'refunded',
    failure: 'wallet_ceiling',
  }),
  transfer('63 18:20', 'kouadio', '75.00', 'Avance', { end: 'failed', pay: 'card' }),
  transfer('37 12:11', 'aminata', '110.00', 'Fil doré', { end: 'aborted', pay: 'card' }),
  transfer('61 09:00', 'textiles', '830.00', 'Facture 2052', { ...byBank, end: 'expired' }),
  transfer('31 11:29', 'ibrahima', '450.00', 'Travaux', { ...byBank, end: 'expired', came: '300.00' }),
  transfer('25 10:44', 'senami', '200.00', 'Commande annulée', { end: 'cancelled' }),
  transfer('14 15:20', 'paul', '320.00', 'Doublon', { ...byBank, end: 'cancelled' }),

  transfer('12 09:15', 'karite', '15600.00', 'Beurre de karité, récolte', { ...byBank, end: 'held' }),
  transfer('9 10:02', 'seydou', '640.00', 'Location du métier', { ...byBank, end: 'frozen' }),
  transfer('4 13:50', 'ibrahima', '380.00', 'Réparations', { ...byBank, end: 'refunding', came: '350.00' }),
  transfer('5 10:26', 'fatoumata', '120.00', 'Teinture à l’indigo', { ...byBank, end: 'on_balance' }),
  transfer('2 08:20', 'fatoumata', '130.00', 'Bazin teint', { ...byBank, end: 'pricing' }),
  transfer('3 11:40', 'textiles', '720.00', 'Facture 2110', { ...byBank, end: 'short', came: '700.00' }),
  transfer('1 16:10', 'aminata', '260.00', 'Broderies, quatrième lot', { ...byBank, end: 'funding' }),
  transfer('95m', 'paul', '150.00', 'Manutention', { end: 'waiting' }),
  transfer('70m', 'kouadio', '85.00', 'Outillage', { end: 'unknown' }),
  transfer('45m', 'fatoumata', '60.00', 'Indigo', { end: 'screening' }),
  transfer('12m', 'adjoua', '70.00', 'Emballages', { end: 'returned', failure: 'wrong_operator' }),
  transfer('7m', 'senami', '110.00', 'Pagnes', { end: 'sending' }),
  // The newest is what stands on the home: to a bank it is believable for days.
  transfer('5m', 'ibrahima', '540.00', 'Matières premières', { end: 'sent' }),
]

/** Euros; `rest` makes the balance end where it began. */
export const depositPlans = [
  { key: 'deposit 82', when: '82 09:00', amount: '2500.00', end: 'completed' },
  { key: 'deposit 46', when: '46 14:30', amount: '1800.00', end: 'completed' },
  { key: 'deposit 29', when: '29 10:15', amount: 'rest', end: 'completed' },
  { key: 'deposit 2', when: '2 17:05', amount: '1000.00', end: 'requested' },
] as const satisfies readonly { key: string; when: When; amount: string; end: StateOf<'deposit'> }[]

export const withdrawalPlans = [
  { key: 'withdrawal 64', when: '64 10:20', amount: '400.00', end: 'booked' },
  { key: 'withdrawal 33', when: '33 15:45', amount: '250.00', end: 'failed' },
  { key: 'withdrawal 18', when: '18 09:35', amount: '150.00', end: 'expired' },
  { key: 'withdrawal 1', when: '1 09:20', amount: '300.00', end: 'sent' },
] as const satisfies readonly { key: string; when: When; amount: string; end: StateOf<'withdrawal'> }[]

export const bulkPlans = [
  {
    key: 'bulk 56',
    when: '56 08:15',
    amount: '1800.00',
    rows: 12,
    paidRows: 12,
    reason: 'Salaires de l’atelier',
  },
  { key: 'bulk 0', when: '30m', amount: '960.00', rows: 8, paidRows: 5, reason: 'Primes de l’atelier' },
] as const satisfies readonly {
  key: string
  when: When
  amount: string
  rows: number
  paidRows: number
  reason: string
}[]

export const requestPlans = [
  {
    key: 'request 20',
    when: '20 11:00',
    amount: '120.00',
    end: 'paid',
    reason: 'Sac en bogolan, commande 318',
  },
  { key: 'request 2', when: '2 10:30', amount: '240.00', end: 'open', reason: 'Deux coussins, commande 327' },
] as const satisfies readonly {
  key: string
  when: When
  amount: string
  end: StateOf<'request'>
  reason: string
}[]

export const REWARD = { key: 'reward 40', when: '40 12:00', amount: '10.00' } as const
