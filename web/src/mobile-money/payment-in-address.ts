// Which payment the address names: by the reference of its pages, or by its id for who is signed in.

export type PaymentInAddress = {
  readonly ref?: string
  readonly payment?: string
  /** The payer came by somebody's link, in a browser that may not be their own. */
  readonly status?: 'anonymous'
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function readPaymentInAddress(search: Record<string, unknown>): PaymentInAddress {
  const ref = textIn(search['ref'])
  const payment = textIn(search['payment'])
  return {
    ...(ref !== undefined && { ref }),
    ...(payment !== undefined && { payment }),
    ...(search['status'] === 'anonymous' && { status: 'anonymous' as const }),
  }
}

export const nameIn = ({ ref, payment }: PaymentInAddress): string | undefined => ref ?? payment
