// One line of a bulk payment, read as people write it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BulkCells, type BulkCountry, duplicateLines, readBulkRow } from './bulk-rows.ts'
import { eur } from './money.ts'

const ivoryCoast: BulkCountry = {
  dialCode: 225,
  needsEmail: false,
  operators: ['orange_ci', 'mtn_ci', 'moov_ci', 'wave_ci'],
}
const good: BulkCells = {
  first_name: 'Awa',
  last_name: 'Testonde',
  email: 'awa.testonde@example.org',
  phone_number: '0701020304',
  amount_without_fees: '25.00',
}
const read = (cells: Partial<BulkCells>, country = ivoryCoast) => readBulkRow({ ...good, ...cells }, country)
const codes = (cells: Partial<BulkCells>, country = ivoryCoast) =>
  read(cells, country).problems.map(({ field, code }) => `${field} ${code}`)

describe('a good row', () => {
  it('is read whole, and its operator told from the number', () => {
    expect(read({})).toEqual({
      firstName: 'Awa',
      lastName: 'Testonde',
      email: 'awa.testonde@example.org',
      phone: '+2250701020304',
      amount: eur(2_500n),
      operator: 'orange_ci',
      problems: [],
    })
  })
  it('may have another operator than the number was issued by', () => {
    expect(read({ operator: 'wave_ci' }).operator).toBe('wave_ci')
  })
  it.each(['+2250701020304', '002250701020304', '07 01 02 03 04', '="0701020304"'])(
    'accepts the number as %s',
    phone_number => expect(read({ phone_number }).phone).toBe('+2250701020304'),
  )
  it('CSV-07: a line break inside a name is a space', () => {
    expect(read({ first_name: 'Awa\nMarie\r\n Claire' }).firstName).toBe('Awa Marie Claire')
  })
  it('CSV-16: a name that looks like a formula is a name', () => {
    expect(read({ first_name: '=1+1', last_name: '+Modeleba' })).toMatchObject({
      firstName: '=1+1',
      lastName: '+Modeleba',
      problems: [],
    })
  })
})

describe('amounts', () => {
  it.each([
    ['25,00', 2_500n],
    ['40.50', 4_050n],
    ['010.00', 1_000n],
    ['1 234,56', 123_456n],
    [12.5, 1_250n],
  ] as const)('CSV-02, CSV-05: %s', (typed, cents) => {
    expect(read({ amount_without_fees: typed }).amount).toEqual(eur(cents))
  })
  it.each(['', ' ', '0', '0.00', 0])('CSV-20: Please_enter_amount for "%s"', amount_without_fees =>
    expect(codes({ amount_without_fees })).toEqual(['amount_without_fees Please_enter_amount']),
  )
  it.each(['12.345', '-5', '1e3', 'douze', '=1+1'])('amount_invalid for %s', amount_without_fees =>
    expect(codes({ amount_without_fees })).toEqual(['amount_without_fees amount_invalid']),
  )
})

describe('numbers', () => {
  it.each(['7.01E+08', '2.25051E+12', '2,25E+12'])(
    'CSV-04: %s lost its digits in a spreadsheet, and is never guessed',
    phone_number => {
      expect(codes({ phone_number })).toEqual(['phone_number phone_number_damaged'])
      expect(read({ phone_number }).phone).toBeUndefined()
    },
  )
  it('CSV-05: nine digits without their zero are too short, not completed', () => {
    expect(codes({ phone_number: '701020304' })).toEqual(['phone_number phone_number_below_min_length'])
  })
  it('phone_of_other_country: the code of another country', () => {
    expect(codes({ phone_number: '+221771234567' })).toEqual(['phone_number phone_of_other_country'])
    expect(codes({ phone_number: '00221771234567' })).toEqual(['phone_number phone_of_other_country'])
  })
  it('PhoneNumberError: none', () => {
    expect(codes({ phone_number: '' })).toEqual(['phone_number PhoneNumberError'])
  })
  it('Select_Operator_Error: an operator that is not paid there', () => {
    expect(codes({ operator: 'orange_sn' })).toEqual(['operator Select_Operator_Error'])
  })
  it('Select_Operator_Error: a prefix that says nothing, until somebody chooses', () => {
    const onlyWave = { ...ivoryCoast, operators: ['wave_ci'] }
    expect(codes({}, onlyWave)).toEqual(['operator Select_Operator_Error'])
    expect(codes({ operator: 'wave_ci' }, onlyWave)).toEqual([])
  })
})

describe('people', () => {
  it('FNR and LNR: a name is missing', () => {
    expect(codes({ first_name: ' ', last_name: '' })).toEqual(['first_name FNR', 'last_name LNR'])
  })
  it('hidden_characters: what the eye cannot see', () => {
    expect(codes({ first_name: 'Awa\u202e' })).toEqual(['first_name hidden_characters'])
  })
  it('text_too_long: more than a payout carries', () => {
    expect(codes({ last_name: 'x'.repeat(81) })).toEqual(['last_name text_too_long'])
  })
  it('email_not_valid: typed, but no address', () => {
    expect(codes({ email: 'not-an-email' })).toEqual(['email email_not_valid'])
  })
  it('ERQ: needed only where beneficiaries are told by mail', () => {
    expect(codes({ email: '' })).toEqual([])
    expect(codes({ email: '' }, { ...ivoryCoast, needsEmail: true })).toEqual(['email ERQ'])
  })
  it('each field has its own reason', () => {
    const cells = { first_name: '', email: 'x', phone_number: '12345', amount_without_fees: '0' }
    expect(codes(cells)).toEqual([
      'first_name FNR',
      'email email_not_valid',
      'phone_number phone_number_below_min_length',
      'amount_without_fees Please_enter_amount',
    ])
  })
})

describe('duplicates', () => {
  const row = (line: number, phone: string, cents: bigint) => ({ line, phone, amount: eur(cents) })
  it('CSV-10: are the same number and the same amount, named by their lines', () => {
    const rows = [
      row(1, '+2250701020304', 2_500n),
      row(2, '+2250501020305', 2_500n),
      row(3, '+2250701020304', 2_500n),
      row(4, '+2250701020304', 2_600n),
      row(5, '+2250701020304', 2_500n),
    ]
    expect(duplicateLines(rows)).toEqual([[1, 3, 5]])
  })
  it('rows that cannot be read are no duplicates of each other', () => {
    expect(duplicateLines([{ line: 1 }, { line: 2 }])).toEqual([])
  })
})

it('whatever is typed, a row is either payable or says why not', () => {
  const cell = fc.string({ maxLength: 30 })
  fc.assert(
    fc.property(
      cell,
      cell,
      cell,
      cell,
      cell,
      (first_name, last_name, email, phone_number, amount_without_fees) => {
        const row = readBulkRow(
          { first_name, last_name, email, phone_number, amount_without_fees },
          ivoryCoast,
        )
        const isPayable = row.phone !== undefined && row.amount !== undefined && row.operator !== undefined
        expect(isPayable || row.problems.length > 0).toBe(true)
        if (row.amount) expect(row.amount.minor > 0n).toBe(true)
      },
    ),
  )
})
