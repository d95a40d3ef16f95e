// References: how they are made, and how they are found in what payers write.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  creditorReference,
  findReferences,
  fromCreditorReference,
  isPaymentReference,
  paymentReference,
} from './references.ts'

const reference = 'JKAB7D23X5'
const other = 'JKMNP9QRST'
const seeds = fc.uint8Array({ minLength: 5, maxLength: 5 })

describe('a payment reference', () => {
  it.each([
    [[0, 0, 0, 0, 0], 'JKAAAAAAAA'],
    [[255, 255, 255, 255, 255], 'JK99999999'],
    [[0, 0, 0, 0, 1], 'JKAAAAAAAB'],
    [[8, 0, 0, 0, 0], 'JKBAAAAAAA'],
    [[0, 68, 50, 20, 199], 'JKABCDEFGH'],
  ])('of the bytes %j is %s', (bytes, expected) => {
    expect(paymentReference(Uint8Array.from(bytes))).toBe(expected)
  })

  it('has no character that is misread', () => {
    fc.assert(
      fc.property(seeds, seed => {
        expect(paymentReference(seed)).toMatch(/^JK[A-HJ-NP-Z2-9]{8}$/)
      }),
    )
  })

  it('differs when the bytes differ', () => {
    fc.assert(
      fc.property(seeds, seeds, (a, b) => {
        expect(paymentReference(a) === paymentReference(b)).toBe(a.every((byte, index) => byte === b[index]))
      }),
    )
  })

  it('needs exactly five bytes', () => {
    expect(() => paymentReference(new Uint8Array(4))).toThrow(RangeError)
    expect(() => paymentReference(new Uint8Array(6))).toThrow(RangeError)
  })

  it.each(['JKAB7D23X', 'JKAB7D23X55', 'JKAB7D2OX5', 'jkab7d23x5', 'XKAB7D23X5', ''])('%j is none', text => {
    expect(isPaymentReference(text)).toBe(false)
  })
})

describe('a creditor reference', () => {
  it('follows ISO 11649: the published example checks', () => {
    // RF18 5390 0754 7034 is the standard's well-known example.
    expect(creditorReference('539007547034')).toBe('RF18539007547034')
  })

  it('carries the payment reference', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const made = paymentReference(seed)
        expect(fromCreditorReference(creditorReference(made))).toBe(made)
      }),
    )
  })

  it('is read in groups of four and in lower case', () => {
    const spaced = creditorReference(reference)
      .replace(/(.{4})/g, '$1 ')
      .toLowerCase()
    expect(fromCreditorReference(spaced)).toBe(reference)
  })

  it('with wrong check digits is none', () => {
    const right = creditorReference(reference)
    for (let digits = 0; digits < 100; digits += 1) {
      const tried = `RF${String(digits).padStart(2, '0')}${reference}`
      expect(fromCreditorReference(tried)).toBe(tried === right ? reference : undefined)
    }
  })

  it('of another company is none of ours', () => {
    expect(fromCreditorReference('RF18539007547034')).toBeUndefined()
  })
})

describe('found exactly', () => {
  it.each([
    ['as it is', reference],
    ['lower case with spaces', 'jk ab7d 23x5'],
    ['with dashes', 'JK-AB7D-23X5'],
    ['with dots and slashes', 'JK/AB7D.23X5'],
    ['inside a sentence', `Virement ${reference} merci`],
    ['inside a sentence, spaced', 'transfer jk ab7d 23 x5, thank you'],
    ['split over two lines', 'JKAB7D\n23X5'],
    ['one character at a time', 'J K A B 7 D 2 3 X 5'],
    ['after punctuation', `ref:${reference}.`],
    ['in brackets', `(${reference})`],
    ['twice', `${reference} ${reference}`],
    ['as a creditor reference', creditorReference(reference)],
    ['as a spaced creditor reference', `${creditorReference(reference).replace(/(.{4})/g, '$1 ')}`],
    ['as a creditor reference in a sentence', `paiement ${creditorReference(reference).toLowerCase()} svp`],
    ['both ways', `${reference} / ${creditorReference(reference)}`],
  ])('%s', (_name, text) => {
    expect(findReferences(text)).toEqual({ exact: [reference], proposed: [] })
  })

  it('two at once, for a person to decide', () => {
    expect(findReferences(`${reference} et ${other}`)).toEqual({ exact: [reference, other], proposed: [] })
  })

  it('however it is spaced and cased', () => {
    const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '\n', ' - '), {
      minLength: 9,
      maxLength: 9,
    })
    fc.assert(
      fc.property(seeds, separators, fc.boolean(), (seed, between, lower) => {
        const made = paymentReference(seed)
        const typed = [...made].map((character, index) => character + (between[index] ?? '')).join('')
        expect(findReferences(`Pour ${lower ? typed.toLowerCase() : typed}.`).exact).toContain(made)
      }),
    )
  })
})

describe('only proposed', () => {
  it('a letter O or a zero, which no reference has', () => {
    expect(findReferences('JKABOD23X5')).toEqual({ exact: [], proposed: ['JKABQD23X5', 'JKABDD23X5'] })
    expect(findReferences('JKAB0D23X5').proposed).toEqual(['JKABQD23X5', 'JKABDD23X5'])
  })

  it('a one or a letter I', () => {
    const readings = ['JKABLD23X5', 'JKABJD23X5', 'JKABTD23X5', 'JKAB7D23X5']
    expect(findReferences('JKAB1D23X5')).toEqual({ exact: [], proposed: readings })
    expect(findReferences('jkabid23x5').proposed).toEqual(readings)
  })

  it('two such characters at most', () => {
    expect(findReferences('JKAB0D23O5').proposed).toHaveLength(4)
    expect(findReferences('JK0B0D23O5').proposed).toEqual([])
  })

  it('one that is glued to other words', () => {
    expect(findReferences(`VIR${reference}`)).toEqual({ exact: [], proposed: [reference] })
    expect(findReferences(`${reference}MERCI`)).toEqual({ exact: [], proposed: [reference] })
  })

  it('a creditor reference whose check digits are wrong', () => {
    const wrong = creditorReference(reference).startsWith('RF50') ? 'RF51' : 'RF50'
    expect(findReferences(wrong + reference)).toEqual({ exact: [], proposed: [reference] })
    expect(findReferences(`${wrong} ${reference}`)).toEqual({ exact: [], proposed: [reference] })
  })
})

describe('not found', () => {
  it.each(['', 'REF 422', 'NOTPROVIDED', 'merci', 'JK', 'JKAB7D23X', 'facture 2026-11', 'RF18539007547034'])(
    'in %j',
    text => {
      expect(findReferences(text)).toEqual({ exact: [], proposed: [] })
    },
  )

  it('nothing but references is ever found in arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), text => {
        const { exact, proposed } = findReferences(text)
        for (const found of [...exact, ...proposed]) expect(isPaymentReference(found)).toBe(true)
      }),
    )
  })
})
