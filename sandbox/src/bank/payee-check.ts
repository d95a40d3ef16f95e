// Verification of Payee: does this name belong to this account? Known holders are compared, strangers believed.
import type { World } from '../world/world.ts'
import { compactIban, isIban, isReachable } from './iban.ts'

export type PayeeCheck = { readonly result: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP'; readonly matchedName?: string }

export function rememberHolder({ store }: World, iban: string, name: string) {
  store.run(
    'insert into bank_holders (iban, name) values (?, ?) on conflict (iban) do update set name = excluded.name',
    compactIban(iban),
    name,
  )
}

export function checkPayee({ store }: World, typedIban: string, name: string): PayeeCheck {
  const iban = compactIban(typedIban)
  if (!isIban(iban) || !isReachable(iban)) return { result: 'NOAP' }
  const holder = store.get<{ name: string }>('select name from bank_holders where iban = ?', iban)?.name
  if (holder === undefined) return { result: 'MTCH' }
  const given = wordsOf(name)
  const real = wordsOf(holder)
  const shared = given.filter(word => real.includes(word)).length
  if (shared === real.length && shared === given.length) return { result: 'MTCH' }
  return shared > 0 ? { result: 'CMTC', matchedName: holder } : { result: 'NMTC' }
}

/** Without accents, case and order. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
}
