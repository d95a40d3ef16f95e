// Where a browser may be sent on to: our own pages, and the addresses that were registered for it. Anything else is no
// address at all, however it is written.

export type Allowed = {
  /** Our own origin, as `https://app.example`. */
  readonly ownOrigin: string
  /** Whole addresses: each with any query, and nothing below it. */
  readonly registered: readonly string[]
}

/** The address as it may be followed, or nothing. A path is one of our own pages. */
export function allowedRedirect(address: string, { ownOrigin, registered }: Allowed): string | undefined {
  const url = URL.parse(address, address.startsWith('/') ? ownOrigin : undefined)
  if (url === null || !isPlain(url)) return undefined
  const isOwn = url.origin === URL.parse(ownOrigin)?.origin
  const isRegistered = registered.some(one => {
    const known = URL.parse(one)
    return known !== null && known.origin === url.origin && known.pathname === url.pathname
  })
  return isOwn || isRegistered ? url.href : undefined
}

/** What may be registered: a page on the secured web, without names or passwords in it. */
export function isRegistrable(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && isPlain(url) && (url.protocol === 'https:' || url.hostname === 'localhost')
}

const isPlain = ({ protocol, username, password }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''

/** The address that tells its owner which payment the browser comes from. */
export function withPaymentId(address: string, paymentId: string): string {
  const url = new URL(address)
  url.searchParams.set('payment_id', paymentId)
  return url.href
}
