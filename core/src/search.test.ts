// Guarantees of search: a name is found however its accents, apostrophes and case are written.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, searchText } from './search.ts'

describe('HIS-09 accents in search', () => {
  test.each(['Élodie', 'elodie', 'E\u0301LODIE', 'ÉLODIE'])('%s folds to elodie', name => {
    expect(fold(name)).toBe('elodie')
  })

  test.each(['N’Guessan', "N'Guessan", 'nguessan', 'NGuessan'])('%s folds to nguessan', name => {
    expect(fold(name)).toBe('nguessan')
  })

  test('what is missing leaves no word behind', () => {
    expect(searchText(['Awa Ndiaye', null, undefined, '', '+2250701020304'])).toBe(
      'awa ndiaye +2250701020304',
    )
  })
})

describe('whatever the word', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 40 })

  test('folding once is enough', () => {
    fc.assert(
      fc.property(word, typed => {
        expect(fold(fold(typed))).toBe(fold(typed))
      }),
    )
  })

  test('what is stored contains what is looked for', () => {
    fc.assert(
      fc.property(word, word, (name, reason) => {
        expect(searchText([name, reason])).toContain(fold(name))
      }),
    )
  })
})
