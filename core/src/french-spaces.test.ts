// The spaces of French: where they go, and that nothing else changes.
import { describe, expect, test } from 'vitest'
import { frenchTexts, withFrenchSpaces, withPlainSpaces } from './french-spaces.ts'

describe('a French sentence', () => {
  test.each([
    ['Total : 5 €', 'Total\u00a0: 5 €'],
    ['Attention ! Vraiment ? Oui ; non', 'Attention\u202f! Vraiment\u202f? Oui\u202f; non'],
    ['« Awa »', '«\u00a0Awa\u00a0»'],
    ['Voir : https://jokko.example/?a=b', 'Voir\u00a0: https://jokko.example/?a=b'],
    ['{{sender}} : {{amount}}', '{{sender}}\u00a0: {{amount}}'],
    ['10:30, rien à changer.', '10:30, rien à changer.'],
  ])('%s', (written, read) => {
    expect(withFrenchSpaces(written)).toBe(read)
    expect(withFrenchSpaces(read)).toBe(read)
    expect(withPlainSpaces(read)).toBe(written)
  })
})

test('a file of texts keeps its shape and its keys', () => {
  const texts = { 'a : b': { inner: 'Oui !' }, other: 'Rien' }
  expect(frenchTexts(texts)).toEqual({ 'a : b': { inner: 'Oui\u202f!' }, other: 'Rien' })
})
