// How account numbers are printed. Apart from the rules that check them, whose tables a page that only shows a number
// does not need.

/** Groups of four, as printed. */
export const formatIban = (iban: string): string => iban.match(/.{1,4}/g)?.join(' ') ?? ''
