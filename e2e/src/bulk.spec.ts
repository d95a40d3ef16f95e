// A bulk payment as an accountant makes it: files in every shape, the table under their hands, the payment from the
// balance and by bank transfer, every row to its own end, and the ledger verified after each.
import { readFile } from 'node:fs/promises'
import { balanceOf, decimalOf, operationOf, ownReference } from './api.ts'
import { BulkTable, csv, fileOf, fixture, payees } from './bulk-table.ts'
import { axe, expect, test } from './fixtures.ts'
import { lookInEachLanguage } from './look.ts'
import { newNumber } from './numbers.ts'
import { payAtTheBank } from './paying.ts'
import { anyOf, filled, textsIn } from './texts.ts'

const { bank, bulk: words, common, errors, flow, history, home, statuses } = textsIn('fr')

test.use({ as: 'owner@jokko.example' })

const wrong = (count: number) =>
  filled(count === 1 ? words.wrong.text_one : words.wrong.text_other, { count: String(count) })

test.describe('files', () => {
  for (const [id, file, amounts] of [
    ['CSV-01', 'csv01_bom.csv', ['25.00', '40.50', '12.75']],
    ['CSV-02', 'csv02_semicolon_decimal_comma.csv', ['25,00', '40,50', '12,75']],
    ['CSV-08', 'csv08_trailing_empty_rows.csv', ['25.00', '40.50', '12.75']],
    ['CSV-12', 'csv12_header_spacing_case.csv', ['25.00', '40.50', '12.75']],
  ] as const) {
    test(`${id}: three rows, 78,25 € in all`, async ({ page }) => {
      const bulk = new BulkTable(page)
      await bulk.open()
      await bulk.load(fixture(file), 3)
      for (const [place, amount] of amounts.entries())
        await expect(bulk.cell(place + 1, 'amount_without_fees')).toHaveValue(amount)
      await bulk.checked()
      await expect(bulk.totals).toContainText('78,25 €')
      await expect(page.getByTestId('wrong-rows')).toHaveCount(0)
    })
  }

  test('CSV-04: damaged numbers are flagged with what to do, and nobody is paid', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    await bulk.load(fixture('csv04_scientific_phones.csv'), 4)
    await expect(page.getByTestId('wrong-rows')).toContainText(wrong(3))
    for (const line of [1, 2, 3]) {
      await bulk.cell(line, 'phone_number').scrollIntoViewIfNeeded()
      await expect(bulk.cell(line, 'phone_number')).toHaveAccessibleDescription(
        anyOf(errors.phone_number_damaged),
      )
    }
    await bulk.next.click()
    await expect(bulk.cell(1, 'phone_number')).toBeFocused()
    await expect(bulk.heading(words.heading)).toBeVisible()
  })

  test('CSV-05: zeros stay, a lost one is flagged', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    await bulk.load(fixture('csv05_leading_zero.csv'), 4)
    await expect(page.getByTestId('wrong-rows')).toContainText(wrong(1))
    await expect(bulk.cell(2, 'phone_number')).toHaveValue('0501020305')
    await expect(bulk.cell(1, 'phone_number')).toHaveAttribute('aria-invalid')
    await bulk.cell(1, 'phone_number').fill('0701020304')
    await expect(page.getByTestId('wrong-rows')).toHaveCount(0)
    await expect(bulk.cell(4, 'identification_number')).toHaveValue('007')
  })

  test('CSV-06: accents of Windows-1252 are shown as they are', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    await bulk.load(fixture('csv06_windows1252.csv'), 3)
    await expect(bulk.cell(1, 'first_name')).toHaveValue('Aïssatou')
    await expect(bulk.cell(2, 'first_name')).toHaveValue('N’Guessan')
    await expect(bulk.cell(3, 'last_name')).toHaveValue('Œuvrard-Zê')
  })

  test('CSV-07: line breaks inside cells make no rows', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    await bulk.load(fixture('csv07_quoted_newlines.csv'), 3)
    await expect(bulk.cell(2, 'last_name')).toHaveValue('Essaimo, Fils')
    await expect(page.getByTestId('wrong-rows')).toHaveCount(0)
  })

  test('CSV-10: repeated rows are named, and nobody goes on without deciding', async ({ page }) => {
    const bulk = new BulkTable(page)
    const repeats = page.getByTestId('repeats')
    await bulk.open()
    await bulk.load(fixture('csv10_exact_duplicates.csv'), 5)
    await bulk.checked()
    await expect(repeats).toContainText(filled(words.repeats.lines, { lines: '1, 3 et 5' }))
    await bulk.next.click()
    await expect(bulk.heading(words.heading)).toBeVisible()
    await expect(repeats).toBeFocused()
    await axe(page)
    await bulk.button(filled(words.repeats.remove_other, { count: '2' })).click()
    await expect(repeats).toHaveCount(0)
    await expect(bulk.totals).toContainText('78,25 €')
    await bulk.next.click()
    await expect(bulk.heading(words.payment_heading)).toBeVisible()
  })

  test('CSV-12: a header that nobody knows is named; to be tried again or gone on with', async ({ page }) => {
    const bulk = new BulkTable(page)
    const doubt = page.getByRole('dialog', { name: words.format_title })
    await bulk.open()
    const text = 'Prénom;Nom;Téléphone;Montant;Couleur\nAwa;Testonde;0701020304;25;bleu\n'
    await bulk.choose(csv(text))
    await expect(doubt).toContainText('Couleur')
    await expect(doubt).toContainText(errors.Csv_Format_Error)
    await doubt.getByRole('button', { name: words.format_retry }).click()
    await expect(bulk.drop).toBeVisible()
    await bulk.choose(csv(text))
    await doubt.getByRole('button', { name: words.format_go_on }).click()
    await bulk.taken(1)
    await expect(bulk.cell(1, 'first_name')).toHaveValue('Awa')
  })

  test('CSV-14: a thousand rows are refused before any call, whole', async ({ page }) => {
    const bulk = new BulkTable(page)
    const sent: string[] = []
    await bulk.open()
    page.on('request', request => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    for (const count of [1000, 1001]) {
      await bulk.choose(fileOf(payees(count)))
      await expect(bulk.drop.getByRole('alert')).toHaveText(anyOf(errors.bulk_too_many_rows))
    }
    expect(sent.filter(url => url.includes('bulkTransfers'))).toEqual([])
    await bulk.load(fileOf(payees(1)), 1)
  })

  test('CSV-19: what is no CSV file is refused, and can be tried again at once', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    const good = fileOf(payees(1))
    for (const files of [
      [fixture('csv19_not_a_csv.csv')],
      [{ ...good, name: 'payees' }],
      [{ ...good, name: 'payees.xlsx' }],
      [good, good],
    ]) {
      await bulk.dropFiles(files)
      await expect(bulk.drop.getByRole('alert')).toHaveText(errors.Drag_Drop_Csv_Error)
    }
    await bulk.dropFiles([{ ...good, name: 'PAYEES.CSV' }])
    await bulk.taken(1)
  })

  test('CSV-20: each wrong row has its reason and its line; corrected or removed, the rest can be paid', async ({
    page,
  }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    await bulk.load(fixture('csv20_mixed_rows.csv'), 8)
    await bulk.checked()
    await expect(page.getByTestId('wrong-rows')).toContainText(wrong(7))
    await expect(bulk.totals).toContainText('25,63 €')
    for (const [line, column, reason] of [
      [2, 'amount_without_fees', errors.Please_enter_amount],
      [3, 'email', errors.email_not_valid],
      [4, 'phone_number', errors.phone_number_below_min_length],
      [5, 'first_name', errors.FNR],
      [6, 'amount_without_fees', errors.Please_enter_amount],
      [7, 'amount_without_fees', errors.amount_invalid],
      [8, 'last_name', errors.LNR],
    ] as const) {
      await bulk.cell(line, column).scrollIntoViewIfNeeded()
      await expect(bulk.cell(line, column)).toHaveAccessibleDescription(anyOf(`${line} : ${reason}`))
    }
    await bulk.next.click()
    await expect(bulk.cell(2, 'amount_without_fees')).toBeFocused()
    await bulk.cell(2, 'amount_without_fees').fill('40,50')
    await bulk.cell(3, 'email').fill('')
    for (const line of [4, 5, 6, 7, 8])
      await bulk.button(filled(words.row_remove, { line: String(line) })).click()
    await expect(page.getByTestId('wrong-rows')).toHaveCount(0)
    await bulk.checked()
    await expect(bulk.totals).toContainText('78,25 €')
    await bulk.next.click()
    await expect(bulk.heading(words.payment_heading)).toBeVisible()
  })

  test('the template can be downloaded, and is right as it is', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    const download = page.waitForEvent('download')
    await bulk.dialog.getByRole('link', { name: words.sample }).click()
    const bytes = await readFile(await (await download).path())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(bytes.toString()).toContain(';')
    await bulk.dialog.getByLabel(words.country).selectOption('SN')
    await bulk.load({ name: 'sample.csv', mimeType: 'text/csv', buffer: bytes }, 3)
    await bulk.checked()
    await expect(page.getByTestId('wrong-rows')).toHaveCount(0)
  })
})

test.describe('the table', () => {
  test('is filled by pasting cells, moved in by keys, and told its operators', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    await bulk.button(words.paste_open).click()
    const dialog = page.getByRole('dialog', { name: words.paste_title })
    await dialog
      .getByLabel(words.paste_label)
      .fill('Awa\tTestonde\t0701020304\t25,00\nKoffi\tEssaimo\t0501020305\t9')
    await dialog.getByRole('button', { name: words.paste_take }).click()
    await bulk.taken(2, 'pasted_title')
    const operator = bulk.cell(2, 'operator')
    await expect(operator).toHaveValue('mtn_ci')
    await operator.selectOption('orange_ci')
    await expect(operator).toHaveValue('orange_ci')
    await bulk.cell(1, 'first_name').focus()
    await page.keyboard.press('ArrowDown')
    await expect(bulk.cell(2, 'first_name')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(bulk.cell(1, 'first_name')).toBeFocused()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text', 'Yao\tBonnelig\r\nIssa\tKpod\r\nAma\tZan\r\n')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect(bulk.cell(1, 'first_name')).toHaveValue('Yao')
    await expect(bulk.cell(2, 'last_name')).toHaveValue('Kpod')
    await expect(bulk.cell(3, 'first_name')).toHaveValue('Ama')
    await expect(page.getByTestId('wrong-rows')).toContainText(wrong(1))
    // More of the same comes under what is there.
    await bulk.button(words.paste_open).click()
    await dialog.getByLabel(words.paste_label).fill('Fatou\tEssaimo\t0501020399\t9')
    await dialog.getByRole('button', { name: words.paste_take }).click()
    await bulk.taken(1, 'pasted_title')
    await expect(bulk.cell(1, 'first_name')).toHaveValue('Yao')
    await expect(bulk.cell(4, 'first_name')).toHaveValue('Fatou')
  })

  test('is a draft: closed and opened again, refreshed, or in another tab, it is there', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    await bulk.load(fileOf(payees(2), 'salaires.csv'), 2)
    await bulk.cell(1, 'last_name').fill('Ouattara')
    await bulk.checked()
    await bulk.dialog.getByRole('button', { name: textsIn('fr').common.close }).click()
    const leaving = page.getByRole('dialog', { name: words.leave.question })
    await axe(page)
    await leaving.getByRole('button', { name: words.leave.leave }).click()
    await expect(bulk.dialog).toBeHidden()
    // The question and what it lay over go together; the focus is on the page, not nowhere.
    await expect(page.locator('#content')).toBeFocused()
    await page
      .getByRole('group', { name: home.actions.label })
      .getByRole('button', { name: home.actions.bulk })
      .click()
    await expect(page.getByTestId('draft-found')).toContainText('salaires.csv')
    await bulk.button(words.draft.continue).click()
    await expect(bulk.cell(1, 'last_name')).toHaveValue('Ouattara')
    await bulk.next.click()
    await expect(bulk.heading(words.payment_heading)).toBeVisible()
    await page.reload()
    await expect(bulk.heading(words.payment_heading)).toBeVisible()
    await page.goBack()
    await expect(bulk.cell(1, 'last_name')).toHaveValue('Ouattara')
    const other = new BulkTable(await page.context().newPage())
    await other.page.goto('/dashboard/home?flow=bulk')
    await other.button(words.draft.continue).click()
    await expect(other.cell(1, 'last_name')).toHaveValue('Ouattara')
    await other.page.close()
  })

  test('two tabs on one draft: what was corrected in one is not written over by the other without a word', async ({
    page,
    silentConsole,
  }) => {
    silentConsole.allow(/409/)
    const bulk = new BulkTable(page)
    await bulk.open()
    await bulk.load(fileOf(payees(2)), 2)
    await bulk.checked()
    const other = new BulkTable(await page.context().newPage())
    await other.page.goto('/dashboard/home?flow=bulk&step=rows')
    await other.cell(2, 'amount_without_fees').fill('99,00')
    await expect(other.totals).toContainText('110,64 €')
    await bulk.cell(1, 'first_name').fill('Aminata')
    await expect(bulk.totals).toContainText(words.elsewhere.text)
    await lookInEachLanguage(page)
    await bulk.button(words.elsewhere.see).click()
    await expect(bulk.cell(2, 'amount_without_fees')).toHaveValue('99,00')
    await bulk.cell(1, 'first_name').fill('Aminata')
    await bulk.checked()

    // And the older table is kept where that is meant.
    await other.cell(1, 'last_name').fill('Ouattara')
    await other.button(words.elsewhere.keep).click()
    await other.checked()
    await bulk.next.click()
    await bulk.dialog.getByLabel(words.reason).fill('Salaires')
    await expect(bulk.dialog.getByText(words.elsewhere.text)).toBeVisible()
    await lookInEachLanguage(page)
    await bulk.button(words.elsewhere.see).click()
    await expect(bulk.cell(1, 'last_name')).toHaveValue('Ouattara')
    await expect(bulk.cell(1, 'first_name')).toHaveValue('Awa1')
    await other.page.close()
  })

  test('a draft that was paid in another tab leads to its payment', async ({ page, silentConsole }) => {
    silentConsole.allow(/409/)
    const bulk = new BulkTable(page)
    await bulk.toPayment(fileOf(payees(2)), 2, 'Salaires')
    const other = new BulkTable(await page.context().newPage())
    await other.page.goto('/dashboard/home?flow=bulk&step=rows')
    await expect(other.cell(1, 'first_name')).toHaveValue('Awa1')
    await bulk.pay().click()
    const id = await bulk.startedId()
    await other.cell(1, 'first_name').fill('Aminata')
    await other.button(words.again.see).click()
    expect(await other.startedId()).toBe(id)
    await other.page.close()
  })

  test('a cap of the operator is known at its row, at once', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.open()
    await bulk.load(fileOf([{ first: 'Awa', phone: newNumber(), amount: '9000' }]), 1)
    await bulk.checked()
    const amount = bulk.cell(1, 'amount_without_fees')
    await expect(page.getByTestId('wrong-rows')).toContainText(wrong(1))
    await expect(amount).toHaveAccessibleDescription(/CFA/)
    await amount.fill('90000')
    await bulk.checked()
    await expect(amount).toHaveAccessibleDescription(/CFA/)
  })
})

test.describe('the payment', () => {
  test('what is missing stands at its field', async ({ page }) => {
    const bulk = new BulkTable(page)
    await bulk.toPayment(fileOf(payees(6)), 6, '')
    await expect(bulk.payBy(statuses.payin.balance)).toBeChecked()
    await bulk.pay().click()
    await expect(bulk.dialog.getByLabel(words.reason)).toBeFocused()
    await expect(bulk.dialog.getByText(errors.reasonError)).toBeVisible()
    await page.goBack()
    // More than the balance, whatever other tests have brought there.
    for (const line of [1, 2, 3, 4, 5, 6]) await bulk.cell(line, 'amount_without_fees').fill('2000')
    await bulk.checked()
    await bulk.next.click()
    await bulk.dialog.getByLabel(words.reason).fill('Trop')
    await bulk.pay().click()
    await expect(bulk.dialog.getByText(anyOf(words.insufficient))).toBeVisible()
  })

  test('from the balance: rows are paid or not, what has not left is cancelled, and the failed ones are tried again', async ({
    page,
    sandbox,
  }) => {
    const bulk = new BulkTable(page)
    const before = await balanceOf(page)
    const refused = { first: 'Refusé', phone: newNumber('02'), amount: '10,00' }
    const waiting = { first: 'Attend', phone: newNumber('09'), amount: '10,00' }
    await bulk.toPayment(fileOf([...payees(2), refused, waiting]), 4, 'Salaires de novembre')
    await lookInEachLanguage(page)
    await bulk.pay('42,20 €').click()
    const id = await bulk.startedId()
    await sandbox.advance({ minutes: 1 })
    const progress = page.getByTestId('bulk-progress')
    await expect(page.getByTestId('bulk-counts')).toContainText(
      `${words.count.under_way}${filled(words.count.of, { done: '1', rows: '4' })}`,
    )
    await bulk.button(words.cancel.action).click()
    const question = page.getByRole('dialog', { name: words.cancel.question })
    await lookInEachLanguage(page)
    await question.getByRole('button', { name: words.cancel.action }).click()
    await expect(question).toBeHidden()
    await sandbox.advance({ seconds: 10 })
    await expect(progress).toHaveAttribute('data-outcome', 'mixed', { timeout: 60_000 })
    await expect(page.getByTestId('bulk-counts')).toContainText(
      `${words.count.paid}${filled(words.count.of, { done: '2', rows: '4' })}`,
    )
    for (const count of [words.count.failed, words.count.cancelled])
      await expect(page.getByTestId('bulk-counts')).toContainText(
        `${count}${filled(words.count.of, { done: '1', rows: '4' })}`,
      )
    await expect(page.locator('tr[data-line]', { hasText: words.result.cancelled })).toHaveCount(1)
    await expect(page.locator('tr[data-line]').first()).toContainText(/\+225(\s\d\d){5}/)
    await lookInEachLanguage(page)
    expect(before - (await balanceOf(page))).toBe(2_110n)

    const download = page.waitForEvent('download')
    await bulk.button(words.result.file).click()
    const result = await readFile(await (await download).path(), 'utf8')
    expect(result.split('\r\n').filter(line => line !== '')).toHaveLength(5)
    expect(result).toContain('Refusé')

    // What was cancelled on purpose is no failure, and has a button of its own.
    await expect(bulk.button(words.retry_cancelled_one)).toBeVisible()
    await bulk.button(words.retry_failed_one).click()
    await expect(bulk.cell(3, 'first_name')).toHaveValue('Refusé')
    await bulk.cell(3, 'phone_number').fill(newNumber())
    await bulk.checked()
    await bulk.next.click()
    await bulk.pay().click()
    await expect(page).not.toHaveURL(new RegExp(id))
    await bulk.startedId()
    await sandbox.advance({ minutes: 1 })
    await expect(progress).toHaveAttribute('data-outcome', 'paid', { timeout: 60_000 })
    await expect(bulk.heading(words.sent.paid)).toBeVisible()
    await expect(progress).toContainText(words.steps_completed)
    await bulk.button(flow.home).click()
    await expect(bulk.dialog).toBeHidden()
  })

  test('the answer is lost: what was pressed is asked about and stays, though the balance would not cover it again', async ({
    page,
    sandbox,
    silentConsole,
  }) => {
    silentConsole.allow(/ERR_CONNECTION_RESET/)
    const bulk = new BulkTable(page)
    const before = await balanceOf(page)
    await bulk.toPayment(fileOf(payees(3, `${before / 500n}`)), 3, 'Une seule fois')
    let isLost = true
    await page.route('**/initiate-high-volume-payment', async route => {
      if (!isLost) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await bulk.pay().click()
    const again = bulk.button(common.command.check_again)
    await expect(again).toBeVisible({ timeout: 60_000 })
    await expect(bulk.dialog.getByLabel(words.reason)).toBeDisabled()
    await lookInEachLanguage(page)
    const after = await balanceOf(page)
    expect(after).toBeLessThan(before / 2n)
    isLost = false
    await again.click()
    await bulk.startedId()
    await sandbox.advance({ minutes: 1 })
    await expect(page.getByTestId('bulk-progress')).toHaveAttribute('data-outcome', 'paid', {
      timeout: 60_000,
    })
    expect(await balanceOf(page)).toBe(after)
    await sandbox.credit({ amount: decimalOf(before - after), reference: await ownReference(page) })
    await sandbox.advance({ seconds: 30 })
    await expect.poll(() => balanceOf(page)).toBe(before)
  })

  test('by bank transfer: one transfer pays all, and the rows follow', async ({ page, sandbox }) => {
    const bulk = new BulkTable(page)
    await bulk.toPayment(fileOf(payees(2, '50,00')), 2, 'Primes')
    await bulk.payBy(statuses.payin.bank_transfer).click()
    await bulk.order().click()
    await expect(bulk.heading(flow.our_bank.heading)).toBeVisible()
    await lookInEachLanguage(page)
    await bulk.button(flow.our_bank.continue).click()
    await expect(bulk.heading(words.bank_heading)).toBeVisible()
    await lookInEachLanguage(page)
    const id = await bulk.startedId()
    const reference = (await page.getByLabel(bank.reference, { exact: true }).textContent()) ?? ''
    const total = (await operationOf(page, id)).amount
    await page.reload()
    await expect(page.getByLabel(bank.reference, { exact: true })).toHaveText(reference)
    await payAtTheBank(page, sandbox, total, reference)
    await sandbox.advance({ minutes: 1 })
    await page.goto(`/dashboard/home?flow=bulk&payment=${id}`)
    await expect(page.getByTestId('bulk-progress')).toHaveAttribute('data-outcome', 'paid', {
      timeout: 60_000,
    })
  })

  test.describe('of a restricted account', () => {
    test.use({ as: 'restricted@jokko.example' })

    test('by bank transfer, and in no other way', async ({ page }) => {
      const bulk = new BulkTable(page)
      await bulk.toPayment(fileOf(payees(2)), 2, 'Salaires')
      await expect(bulk.dialog.getByText(words.method.restricted)).toBeVisible()
      await expect(bulk.payBy(statuses.payin.bank_transfer)).toBeChecked()
      await expect(bulk.dialog.getByRole('radio')).toHaveCount(1)
      await lookInEachLanguage(page)
      await bulk.order().click()
      await expect(bulk.heading(flow.our_bank.heading)).toBeVisible()
    })
  })

  test('the same rows again are warned about, and must be meant; details lead to the rows', async ({
    page,
    sandbox,
  }) => {
    const bulk = new BulkTable(page)
    const file = fileOf(payees(2))
    await bulk.toPayment(file, 2, 'Une fois')
    await bulk.pay().click()
    const id = await bulk.startedId()
    await sandbox.advance({ minutes: 1 })
    await bulk.toPayment(file, 2, 'Deux fois')
    const again = page.getByTestId('same-batch')
    await expect(again).toBeVisible()
    await bulk.pay().click()
    await expect(again.getByText(words.again.missed)).toBeVisible()
    await lookInEachLanguage(page)
    await again.getByRole('button', { name: words.again.see }).click()
    const drawer = page.getByRole('dialog', { name: statuses.type.bulk_transfer })
    await drawer.getByRole('button', { name: history.actions.bulk_rows }).click()
    await expect(page).toHaveURL(new RegExp(`payment=${id}`))
    await expect(bulk.heading(words.sent.paid)).toBeVisible()

    await bulk.toPayment(file, 2, 'Deux fois')
    await again.getByLabel(words.again.meant).check()
    await bulk.pay().click()
    expect(await bulk.startedId()).not.toBe(id)
    await sandbox.advance({ minutes: 1 })
    await expect(page.getByTestId('bulk-progress')).toHaveAttribute('data-outcome', 'paid', {
      timeout: 60_000,
    })
  })
})
