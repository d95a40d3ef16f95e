// Phone numbers for payees that nobody has paid before.
import { randomInt } from 'node:crypto'

/** How the sandbox plays the payee of a number that ends in 0000 and these two digits. */
type Script = '02' | '03' | '05' | '06' | '07' | '09' | '10'

/** Of each script there are ninety: another test may have paid some of them. */
const given = new Set<string>()

/** A new number of Orange Money in Côte d'Ivoire, as it is dialled there. */
export function newNumber(script?: Script): `07${string}` {
  if (script !== undefined) {
    const number = `07${randomInt(10, 100)}0000${script}` as const
    if (given.has(number)) return newNumber(script)
    given.add(number)
    return number
  }
  return `07${randomInt(1000, 10_000)}${randomInt(1000, 10_000)}`
}
