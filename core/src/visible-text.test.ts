// Names and reasons: what nobody can see is refused; what people are really called, and write, is not.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import names from '../fixtures/names.json' with { type: 'json' }
import { composed, isVisibleText } from './visible-text.ts'

describe('what people are called and write passes', () => {
  it.each([
    ...names.real,
    'Aïssatou Bâ',
    "M'Baye N'Diaye",
    'Ahou Amoin N’Gbesso',
    'Müller-Lüdenscheidt',
    'Ɗan Ƙwararo',
    'فاطمة ديالو',
    'አበበ በቂላ',
    'ⵜⴰⵎⴰⵣⵉⵖⵜ',
    '王小明',
    'יוסף כהן',
    'नरेन्द्र',
    'Société Diallo & Fils (SARL)',
    'Facture n° 12/2026, 50 %',
    'Loyer\u00a0mars',
    '  Awa Ndiaye  ',
    'Awa Ndiaye\n',
    'Merci 🙏🏾',
    'Fête ❤️ famille 👩🏾‍🌾 1️⃣',
    'O',
  ])('%s', text => {
    expect(isVisibleText(text)).toBe(true)
  })
})

describe('what cannot be seen is refused', () => {
  it.each([
    ['nothing', ''],
    ['only spaces', ' \u00a0\u3000'],
    ['only zero-width spaces', '\u200b\u200b'],
    ['only blank letters', '\u3164\u115f\uffa0\u2800'],
    ['only marks without a letter', '\u0301\u0302'],
    ['a null', 'Awa\u0000Ndiaye'],
    ['a line break inside', 'Awa\nNdiaye'],
    ['a tab inside', 'Awa\tNdiaye'],
    ['an escape sequence', 'Awa\u001b[31m'],
    ['a right-to-left override', 'Awa \u202eeyaidN'],
    ['a right-to-left isolate', 'Awa \u2067Ndiaye\u2069'],
    ['a direction mark', 'Awa\u200e Ndiaye'],
    ['a zero-width space', 'Awa\u200bNdiaye'],
    ['a joiner between letters', 'Awa\u200dNdiaye'],
    ['a soft hyphen', 'Awa\u00adNdiaye'],
    ['a byte order mark inside', 'Awa\ufeffNdiaye'],
    ['a line separator', 'Awa\u2028Ndiaye'],
    ['a variation of a letter', 'Awa\ufe0f'],
    ['a tag', 'Awa\u{e0041}'],
    ['a private character', 'Awa\ue000'],
    ['half of a pair', 'Awa\ud83d'],
  ])('%s', (_, text) => {
    expect(isVisibleText(text)).toBe(false)
  })

  it('wherever it stands between letters', () => {
    const letters = fc.stringMatching(/^[A-Za-zÀ-ÿ]{1,8}$/)
    const hidden = fc.constantFrom(
      ...'\u0000\u001f\u007f\u0085\u200b\u200d\u200f\u202a\u202e\u2066\u2069\ufeff',
    )
    fc.assert(
      fc.property(letters, hidden, letters, (before, character, after) => {
        expect(isVisibleText(before + after)).toBe(true)
        expect(isVisibleText(before + character + after)).toBe(false)
      }),
    )
  })
})

it('one text has one spelling, without the space around it', () => {
  expect(composed(' Kone\u0301 ')).toBe('Koné')
  expect(composed('Koné')).toBe('Koné')
})
