// The banks and the logins of TrueLayer's test world: which account pays, and how the order ends.

export type MockBank = {
  readonly id: string
  readonly name: string
  /** The account that pays, fictitious. */
  readonly iban: string
  readonly refundsFail: boolean
}

export const frenchBank: MockBank = {
  id: 'mock-payments-fr-redirect',
  name: 'Mock Bank France',
  iban: 'FR7699999000030000091000150',
  refundsFail: false,
}

export const mockBanks: readonly MockBank[] = [
  frenchBank,
  {
    id: 'mock-payments-fr-no-refunds',
    name: 'Mock Bank that takes no refunds',
    iban: 'FR7699999000030000092000123',
    refundsFail: true,
  },
]

export const findBank = (id: unknown) => mockBanks.find(bank => bank.id === id)

export const logins = [
  ['test_executed', 'test_executed: the bank pays'],
  ['test_authorisation_failed', 'test_authorisation_failed: the bank refuses the login'],
  ['test_execution_rejected', 'test_execution_rejected: the bank refuses the payment'],
] as const

export type Login = (typeof logins)[number][0]

export const findLogin = (name: unknown): Login | undefined => logins.find(([login]) => login === name)?.[0]
