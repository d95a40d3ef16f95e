// The bank's page: pay into our account, book or return our orders, fetch what the bank wrote.
import { decimalOf } from '../bank/amounts.ts'
import { bookedBalance, camtVersion, latestEntries, type StoredEntry } from '../bank/books.ts'
import { isReversed } from '../bank/credits.ts'
import { latestFiles } from '../bank/files.ts'
import { latestPayments, type PaymentRow } from '../bank/payments.ts'
import { form, html, moment, page, table } from '../http/html.ts'
import type { World } from '../world/world.ts'

export function bankPage(world: World): string {
  const { settings } = world
  const body = html`
<p>Account <code>${settings.bankIban}</code> of ${settings.bankAccountHolder}: booked balance ${decimalOf(bookedBalance(world, settings.bankIban))} EUR.</p>
<section><h2>Send a SEPA credit</h2>${creditForm()}</section>
<section><h2>Lines</h2>${entriesTable(world, latestEntries(world, 50))}
${form('/bank/end-of-day', 'Close the day now', [])}</section>
<section><h2>SEPA orders</h2>${paymentsTable(latestPayments(world, 50))}</section>
<section><h2>Files</h2>${filesTable(world)}
${form('/control/bank/version', 'Write this version from now on', [
  {
    name: 'version',
    label: 'Version of the files',
    value: camtVersion(world),
    options: [
      ['08', '001.08'],
      ['02', '001.02'],
    ],
  },
])}</section>`
  return page('Bank', body)
}

function creditForm() {
  return form('/bank/credits', 'Send', [
    { name: 'amount', label: 'Amount in EUR', hint: 'For instance 251.25' },
    { name: 'reference', label: 'Reference', hint: 'What the payer writes in the free text' },
    {
      name: 'spoil',
      label: 'How the reference is written',
      options: [
        ['as_typed', 'right, as typed above'],
        ['spaced_lower_case', 'right, with spaces and in lower case'],
        ['one_letter_wrong', 'wrong, with another last letter'],
        ['missing', 'not at all'],
      ],
    },
    { name: 'structured_reference', label: 'Structured reference (RF…), if any' },
    { name: 'payer_name', label: 'Payer', value: 'Awa Diop' },
    { name: 'payer_iban', label: 'IBAN of the payer', hint: 'Empty: an account in France' },
  ])
}

function entriesTable(world: World, entries: readonly StoredEntry[]) {
  return table({
    caption: 'Latest lines on our account',
    columns: ['When', 'EUR', 'Other side', 'Text', 'State', 'Action'],
    rows: entries.map(entry => [
      moment(entry.at),
      `${entry.cents < 0n ? '−' : '+'}${decimalOf(entry.cents)}`,
      entry.transactions.map(({ counterparty }) => counterparty.name).join(', '),
      entry.transactions.map(textOf).join(' / '),
      entry.reversal ? 'reversal' : entry.status,
      canBeTakenBack(world, entry) ? form(`/bank/credits/${entry.reference}/reverse`, 'Take back', []) : '',
    ]),
  })
}

const canBeTakenBack = (world: World, { cents, status, subFamily, reference }: StoredEntry): boolean =>
  cents > 0n && status === 'BOOK' && subFamily === 'ESCT' && !isReversed(world, reference)

const textOf = ({ remittance, structuredReference }: StoredEntry['transactions'][number]) =>
  [...remittance, structuredReference ?? ''].filter(line => line !== '').join(' ')

function paymentsTable(payments: readonly PaymentRow[]) {
  return table({
    caption: 'Latest SEPA orders',
    columns: ['When', 'EUR', 'To', 'State', 'Action'],
    rows: payments.map(payment => [
      moment(payment.created_at),
      decimalOf(BigInt(payment.cents_text)),
      `${payment.creditor_name}, ${payment.creditor_iban}`,
      payment.reason ? `${payment.status} (${payment.reason})` : payment.status,
      [
        payment.status === 'pending' && form(`/bank/payments/${payment.id}/book`, 'Book', []),
        payment.status !== 'returned' && form(`/bank/payments/${payment.id}/return`, 'Return', []),
      ],
    ]),
  })
}

function filesTable(world: World) {
  return table({
    caption: 'Latest files',
    columns: ['When', 'Type', 'File'],
    rows: latestFiles(world, 30).map(file => [
      moment(file.created_at),
      file.type,
      html`<a href="/bank/statements/${file.id}">${file.id}</a>`,
    ]),
  })
}
