// Euro amounts as the bank writes them: integer cents inside, a point and two decimals outside.

export function centsFrom(text: string): bigint | undefined {
  const parts = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!parts?.[1]) return undefined
  return BigInt(parts[1]) * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'))
}

/** Without a sign: a statement says credit or debit in its own field. */
export function decimalOf(cents: bigint): string {
  const size = cents < 0n ? -cents : cents
  return `${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
