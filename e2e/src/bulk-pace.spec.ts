// 999 rows on the screen: how long from the file to a checked table, and that the page holds up no frame under the hands.
// A machine that is busy with something else is given three tries.
import type { Page } from '@playwright/test'
import { BulkTable, fileOf, payees } from './bulk-table.ts'
import { expect, test } from './fixtures.ts'
import { filled, textsIn } from './texts.ts'

const { bulk: words } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the clock. */
  readonly dur?: number
  /** Microseconds of the processor's time, which not every Chromium tells. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const isTask = ({ ph, name }: TraceEvent) => ph === 'X' && name.endsWith('RunTask')

/**
 * The longest time that the page was busy at a stretch before it could draw, in milliseconds of its own thread where
 * the browser tells them: time in which the machine was busy with something else is not the page's.
 */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('This page has no browser to ask.')
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const trace = (await browser.stopTracing()).toString()
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] }
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(thread),
  )
  const times = traceEvents
    .filter(event => isTask(event) && pages.has(thread(event)))
    .map(({ dur = Number.NaN, tdur = dur }) => tdur / 1000)
  expect(times.length, 'the tasks of the page were seen').toBeGreaterThan(0)
  return times.reduce((longest, time) => Math.max(longest, time))
}

const clock = (page: Page) => page.evaluate(() => performance.now())

type Pace = { checked: number; typing: number; pasting: number; sorting: number }

const bounds: Pace = { checked: 2000, typing: 100, pasting: 100, sorting: 100 }

async function loadAll(bulk: BulkTable, rows: ReturnType<typeof payees>): Promise<number> {
  const start = await clock(bulk.page)
  await bulk.dropFiles([fileOf(rows)])
  const count = String(rows.length)
  await expect(bulk.totals).toContainText(filled(words.totals.rows_other, { count }))
  const checked = (await clock(bulk.page)) - start
  await bulk.taken(rows.length)
  await bulk.checked()
  return checked
}

async function pasteAll(bulk: BulkTable, rows: ReturnType<typeof payees>): Promise<void> {
  const block = rows.map(({ phone }, place) => `Koffi${place}\tYao\t\t${phone}`).join('\r\n')
  await bulk.cell(1, 'first_name').focus()
  await bulk.page.evaluate(text => {
    const data = new DataTransfer()
    data.setData('text', text)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, block)
  await expect(bulk.cell(1, 'first_name')).toHaveValue('Koffi0')
  await bulk.checked()
}

async function measure(page: Page): Promise<Pace> {
  const bulk = new BulkTable(page)
  const rows = payees(999)
  await bulk.open()
  const checked = await loadAll(bulk, rows)
  expect(await bulk.dialog.locator('tr[data-line]').count()).toBeLessThan(60)

  await bulk.cell(3, 'first_name').click()
  const typing = await longestTask(page, async () => {
    await page.keyboard.type('Une personne au nom assez long', { delay: 30 })
    await bulk.checked()
  })
  const pasting = await longestTask(page, () => pasteAll(bulk, rows))
  const sorting = await longestTask(page, async () => {
    for (const name of [words.column.amount_without_fees, words.column.last_name, words.column.line])
      await bulk.dialog.getByRole('button', { name, exact: true }).click()
  })
  return { checked, typing, pasting, sorting }
}

test('999 rows are checked within 2 s, and typing, pasting and sorting hold up no frame for 100 ms', async ({
  page,
}, testInfo) => {
  test.slow()
  const names = Object.keys(bounds) as (keyof Pace)[]
  const isWithin = (pace: Pace) => names.every(name => pace[name] < bounds[name])
  let best = await measure(page)
  for (let tries = 1; tries < 3 && !isWithin(best); tries += 1) {
    const pace = await measure(page)
    best = Object.fromEntries(names.map(name => [name, Math.min(best[name], pace[name])])) as Pace
  }
  for (const name of names)
    testInfo.annotations.push({ type: name, description: `${Math.round(best[name])} ms` })
  for (const name of names) expect(best[name], `${name}, in ms`).toBeLessThan(bounds[name])
})
