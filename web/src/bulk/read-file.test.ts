// Files as people's programs write them: each case by its id, read into the rows that the person meant, and read again
// by the rules that the table and the server share.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { duplicateLines, readBulkRow } from '@jokko/core/bulk-rows'
import { toDecimal } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import { emptyCells } from './bulk-columns.ts'
import { type FileReading, readFile, readPasted } from './read-file.ts'

const fixture = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/bulk', name)))
const bytes = (text: string) => new TextEncoder().encode(text)
const MAX = 999

const ivoryCoast = { dialCode: 225, needsEmail: false, operators: ['orange_ci', 'mtn_ci', 'moov_ci'] }

function rowsOf(reading: FileReading) {
  if (reading.kind === 'refused') throw new Error(`refused: ${reading.code}`)
  expect(reading.unknown).toEqual([])
  expect(reading.missing).toEqual([])
  return reading.rows.map(({ line, cells }) => ({ line, cells, read: readBulkRow(cells, ivoryCoast) }))
}
const rowsIn = (name: string) => rowsOf(readFile(fixture(name), MAX))
const amounts = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ read }) => read.amount && toDecimal(read.amount))
const problems = (rows: ReturnType<typeof rowsOf>) =>
  rows.flatMap(({ line, read }) => read.problems.map(({ field, code }) => `${line} ${field} ${code}`))

const header = 'identification_number,first_name,last_name,email,phone_number,amount_without_fees\r\n'
const line = (number: number) =>
  `ID-${number},Prenom${number},Nominvente${number},p${number}@example.org,07${String(number).padStart(8, '0')},10.01\r\n`
const fileOf = (rows: number, tail = '') =>
  bytes(header + Array.from({ length: rows }, (_, place) => line(place + 1)).join('') + tail)

test('CSV-01: a byte-order mark is no part of the first header', () => {
  const rows = rowsIn('csv01_bom.csv')
  expect(rows.map(({ cells }) => cells.identification_number)).toEqual(['ID-001', 'ID-002', 'ID-003'])
  expect(amounts(rows)).toEqual(['25.00', '40.50', '12.75'])
  expect(problems(rows)).toEqual([])
})

test('CSV-02: semicolons and decimal commas are euros and cents', () => {
  const rows = rowsIn('csv02_semicolon_decimal_comma.csv')
  expect(amounts(rows)).toEqual(['25.00', '40.50', '12.75'])
  expect(problems(rows)).toEqual([])
})

test('CSV-04: a number in scientific notation is flagged on its line, and never expanded', () => {
  const rows = rowsIn('csv04_scientific_phones.csv')
  expect(problems(rows)).toEqual([1, 2, 3].map(at => `${at} phone_number phone_number_damaged`))
  expect(rows.map(({ read }) => read.phone)).toEqual([undefined, undefined, undefined, '+2250701020309'])
})

test('CSV-05: leading zeros stay, a lost one is flagged', () => {
  const rows = rowsIn('csv05_leading_zero.csv')
  expect(problems(rows)).toEqual(['1 phone_number phone_number_below_min_length'])
  expect(rows.map(({ read }) => read.phone)).toEqual([
    undefined,
    '+2250501020305',
    '+2250101020306',
    '+2250701020309',
  ])
  expect(rows[3]?.cells.identification_number).toBe('007')
  expect(amounts(rows)[3]).toBe('10.00')
})

test('CSV-06: Windows-1252 keeps its accents', () => {
  const rows = rowsIn('csv06_windows1252.csv')
  expect(rows.map(({ read }) => `${read.firstName} ${read.lastName}`)).toEqual([
    'Aïssatou Béréméla',
    'N’Guessan Kéïvalo',
    'Françoise Œuvrard-Zê',
  ])
})

test('CSV-07: quotes, commas and line breaks inside cells: three records', () => {
  const rows = rowsIn('csv07_quoted_newlines.csv')
  expect(rows.map(({ line: number, read }) => [number, read.firstName, read.lastName])).toEqual([
    [1, 'Awa "la grande"', 'Testonde'],
    [2, 'Koffi Yves', 'Essaimo, Fils'],
    [3, 'Mariam', 'Modele ba'],
  ])
  expect(problems(rows)).toEqual([])
})

test('CSV-08: empty rows at the end are not there', () => {
  expect(rowsIn('csv08_trailing_empty_rows.csv').map(({ line: number }) => number)).toEqual([1, 2, 3])
})

test('CSV-10: rows that are the same are named', () => {
  const rows = rowsIn('csv10_exact_duplicates.csv')
  const payable = rows.map(({ line: number, read: { phone, amount } }) => ({
    line: number,
    ...(phone !== undefined && { phone }),
    ...(amount && { amount }),
  }))
  expect(duplicateLines(payable)).toEqual([[1, 3, 5]])
})

describe('CSV-12: headers', () => {
  test('in any case, with spaces, quotes and dashes', () => {
    const rows = rowsIn('csv12_header_spacing_case.csv')
    expect(problems(rows)).toEqual([])
    expect(rows[0]?.cells).toEqual({
      identification_number: 'ID-001',
      first_name: 'Awa',
      last_name: 'Testonde',
      email: 'awa.testonde@example.org',
      phone_number: '0701020304',
      operator: '',
      amount_without_fees: '25.00',
    })
  })

  test('in the three languages', () => {
    const french = 'Matricule;Prénom;Nom;Courriel;Téléphone;Montant\nA1;Awa;Testonde;;0701020304;25,00\n'
    const spanish = 'Nombre;Apellidos;Teléfono;Importe\nAwa;Testonde;0701020304;25,00\n'
    for (const text of [french, spanish])
      expect(amounts(rowsOf(readFile(bytes(text), MAX)))).toEqual(['25.00'])
  })

  test('that are unknown are named, and so are columns that miss', () => {
    const text = 'Prénom;Nom;Couleur préférée;Montant;Montant\nAwa;Testonde;bleu;25;26\n'
    expect(readFile(bytes(text), MAX)).toEqual({
      kind: 'read',
      unknown: ['Couleur préférée', 'Montant'],
      missing: ['phone_number'],
      rows: [
        {
          line: 1,
          cells: { ...emptyCells, first_name: 'Awa', last_name: 'Testonde', amount_without_fees: '25' },
        },
      ],
    })
  })
})

describe('CSV-14: as many rows as the screen takes', () => {
  test.each([998, 999])('%i rows are read', rows => {
    expect(rowsOf(readFile(fileOf(rows), MAX))).toHaveLength(rows)
  })

  test('999 rows and blank ones are 999 rows', () => {
    expect(rowsOf(readFile(fileOf(999, `${',,,,,\r\n'.repeat(5)}`), MAX))).toHaveLength(999)
  })

  test.each([1000, 1001])('%i rows are refused whole', rows => {
    expect(readFile(fileOf(rows), MAX)).toEqual({ kind: 'refused', code: 'bulk_too_many_rows' })
  })
})

test('CSV-16: what a spreadsheet would take for a formula is a name', () => {
  const rows = rowsIn('csv16_formula_names.csv')
  expect(rows.map(({ read }) => `${read.firstName} ${read.lastName}`)).toEqual([
    '=1+1 Testonde',
    '@SUM(A1:A2) Essaimo',
    '-Mariam +Modeleba',
    'Yao Bonnelig',
  ])
})

describe('CSV-19: what is no CSV file', () => {
  test('a spreadsheet that was renamed is refused', () => {
    expect(readFile(fixture('csv19_not_a_csv.csv'), MAX)).toEqual({
      kind: 'refused',
      code: 'Drag_Drop_Csv_Error',
    })
  })

  test('an empty file, and a header alone, have no row', () => {
    for (const text of ['', '\r\n', header]) {
      expect(readFile(bytes(text), MAX)).toEqual({ kind: 'refused', code: 'bulk_is_empty' })
    }
  })

  test('a quote that never closes is refused, with its line', () => {
    expect(readFile(bytes(`${header}ID-1,"Awa,Testonde,,0701020304,25\r\n${line(2)}`), MAX)).toMatchObject({
      kind: 'refused',
      code: 'Upload_Csv_Toast_Error',
      line: expect.any(Number),
    })
  })
})

test('CSV-20: each wrong row has its own reason', () => {
  expect(problems(rowsIn('csv20_mixed_rows.csv'))).toEqual([
    '2 amount_without_fees Please_enter_amount',
    '3 email email_not_valid',
    '4 phone_number phone_number_below_min_length',
    '5 first_name FNR',
    '6 amount_without_fees Please_enter_amount',
    '7 amount_without_fees amount_invalid',
    '8 last_name LNR',
    '8 phone_number PhoneNumberError',
    '8 amount_without_fees Please_enter_amount',
  ])
})

describe('a decimal comma between comma-parted cells', () => {
  test('is whole again where the amount is last', () => {
    const rows = rowsOf(readFile(bytes(`${header}ID-1,Awa,Testonde,,0701020304,25,50\r\n`), MAX))
    expect(amounts(rows)).toEqual(['25.50'])
  })

  test('makes an amount that cannot be paid anywhere else', () => {
    const text = 'amount,first_name,last_name,phone\r\n25,50,Awa,Testonde,0701020304\r\n'
    const rows = rowsOf(readFile(bytes(text), MAX))
    expect(problems(rows)).toContain('1 amount_without_fees amount_invalid')
  })
})

test('Excel’s own note about the delimiter, and its UTF-16 text, are read', () => {
  const noted = bytes(`sep=;\r\nNom;Prénom;Tél;Montant\r\nTestonde;Awa;0701020304;25\r\n`)
  expect(amounts(rowsOf(readFile(noted, MAX)))).toEqual(['25.00'])
  const text = 'Nom\tPrénom\tTél\tMontant\r\nTestonde\tAïcha\t0701020304\t25\r\n'
  const wide = new Uint8Array(
    new Uint16Array([...`\ufeff${text}`].map(letter => letter.charCodeAt(0))).buffer,
  )
  expect(rowsOf(readFile(wide, MAX))[0]?.cells.first_name).toBe('Aïcha')
})

describe('cells pasted from a spreadsheet', () => {
  test('with their header, in any order', () => {
    const rows = rowsOf(
      readPasted('Montant\tNom\tPrénom\tTéléphone\n25,00\tTestonde\tAwa\t0701020304\n', MAX),
    )
    expect(amounts(rows)).toEqual(['25.00'])
    expect(rows[0]?.line).toBe(1)
  })

  test('without one, in the order of the template', () => {
    const rows = rowsOf(readPasted('ID-1\tAwa\t"Teston\nde"\t\t0701020304\t25,00\n', MAX))
    expect(rows[0]?.read).toMatchObject({ lastName: 'Teston de', phone: '+2250701020304' })
    expect(rowsOf(readPasted('Awa\tTestonde\t0701020304\t25', MAX))).toHaveLength(1)
  })

  test('of another width are not guessed', () => {
    expect(readPasted('Awa\t25', MAX)).toMatchObject({ kind: 'read', rows: [], missing: expect.any(Array) })
  })
})
