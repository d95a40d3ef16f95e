// Money that other people send to our account: one payer, several in one batch, pending, or taken back.
import { ControlRefusal, type Fields, fieldsOf, textField } from '../http/read-body.ts'
import type { World } from '../world/world.ts'
import { centsFrom } from './amounts.ts'
import { book, bookPending, findEntry } from './books.ts'
import type { BankTransaction } from './camt.ts'
import { compactIban, isIban } from './iban.ts'
import { rememberHolder } from './payee-check.ts'

const usualPayerIban = 'FR7599999000010000001A23472'

/** How a person mistypes the reference that they were given. */
export const spoilings = ['as_typed', 'spaced_lower_case', 'one_letter_wrong', 'missing'] as const
type Spoiling = (typeof spoilings)[number]

export function receiveCredit(world: World, body: unknown) {
  const fields = fieldsOf(body)
  const parts = Array.isArray(fields['transactions']) ? fields['transactions'].map(fieldsOf) : [fields]
  const transactions = parts.map(readTransaction)
  for (const { counterparty } of transactions)
    if (counterparty.iban) rememberHolder(world, counterparty.iban, counterparty.name)
  const { entry, fileId } = book(world, {
    iban: compactIban(textField(fields, 'account_iban', /^[A-Z0-9 ]{15,42}$/i, world.settings.bankIban)),
    direction: 'credit',
    status: fields['pending'] === true || fields['pending'] === 'on' ? 'PDNG' : 'BOOK',
    reversal: false,
    family: 'RCDT',
    subFamily: 'ESCT',
    transactions,
  })
  return { entry_reference: entry.reference, statement_id: fileId, status: entry.status }
}

/** The credit is taken back by the payer's bank, once: a debit that names the same transaction. */
export function reverseCredit(world: World, reference: string) {
  const original = findEntry(world, reference)
  if (!original || original.cents <= 0n || original.reversal || original.status !== 'BOOK')
    throw new ControlRefusal(404, `there is no booked credit ${reference}`)
  if (isReversed(world, reference))
    throw new ControlRefusal(409, `the credit ${reference} was taken back before`)
  return world.store.transaction(() => {
    const { entry, fileId } = book(world, {
      iban: original.iban,
      direction: 'debit',
      status: 'BOOK',
      reversal: true,
      family: original.family,
      subFamily: original.subFamily,
      transactions: original.transactions,
    })
    world.store.run(
      'insert into bank_reversals (credit, reversed_by) values (?, ?)',
      reference,
      entry.reference,
    )
    return { entry_reference: entry.reference, statement_id: fileId, reverses: reference }
  })
}

export const isReversed = ({ store }: World, reference: string): boolean =>
  store.get('select 1 from bank_reversals where credit = ?', reference) !== undefined

export function bookPendingCredit(world: World, reference: string) {
  if (findEntry(world, reference)?.status !== 'PDNG')
    throw new ControlRefusal(404, `there is no pending credit ${reference}`)
  const { entry, fileId } = bookPending(world, reference)
  return { entry_reference: entry.reference, statement_id: fileId, status: entry.status }
}

function readTransaction(fields: Fields): BankTransaction {
  const cents = centsFrom(textField(fields, 'amount', /^[\d.]+$/))
  if (cents === undefined || cents === 0n) throw new ControlRefusal(400, 'amount must look like 251.25')
  const iban = compactIban(textField(fields, 'payer_iban', /^[A-Z0-9 ]*$/i, '') || usualPayerIban)
  if (!isIban(iban)) throw new ControlRefusal(400, 'payer_iban is not an IBAN')
  const structured = compactIban(textField(fields, 'structured_reference', /^[A-Z0-9 ]{0,30}$/i, ''))
  return {
    cents,
    endToEndId: textField(fields, 'end_to_end_id', /^.{0,35}$/, '') || 'NOTPROVIDED',
    counterparty: { name: textField(fields, 'payer_name', /^.{0,70}$/, '') || 'A Payer', iban },
    remittance: remittanceLines(fields),
    ...(structured === '' ? {} : { structuredReference: structured }),
  }
}

function remittanceLines(fields: Fields): string[] {
  const given = fields['reference'] ?? ''
  const lines = Array.isArray(given) ? given : [given]
  if (lines.some(line => typeof line !== 'string' || line.length > 140))
    throw new ControlRefusal(400, 'reference must be text of at most 140 characters, or a list of such lines')
  const spoiling = spoilings.find(known => known === fields['spoil']) ?? 'as_typed'
  return lines.map((line: string) => spoil(line, spoiling)).filter(line => line !== '')
}

function spoil(reference: string, how: Spoiling): string {
  if (how === 'missing') return ''
  if (how === 'spaced_lower_case') return reference.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ')
  if (how === 'one_letter_wrong') return reference.replace(/.$/, last => (last === 'Z' ? 'Y' : 'Z'))
  return reference
}
