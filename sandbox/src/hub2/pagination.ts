// Page numbers and sizes of Hub2's lists.
import { Hub2Refusal } from './errors.ts'

export function positive(text: string | undefined, otherwise: number, largest: number): number {
  if (text === undefined) return otherwise
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > largest)
    throw new Hub2Refusal(400, 'bad_request', 'page or limit is out of range')
  return number
}
