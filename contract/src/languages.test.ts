// All languages say the same things: the same files, the same keys, the same placeholders.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from './common.ts'

type Tree = { readonly [key: string]: string | Tree }

const folder = join(import.meta.dirname, '../../locales')

const filesOf = (language: string): string[] =>
  readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.json'))
    .toSorted()

const flatten = (tree: Tree, above = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const path = above === '' ? key : `${above} › ${key}`
    return typeof value === 'string' ? [[path, value] as [string, string]] : flatten(value, path)
  })

const textsOf = (language: string, file: string): Map<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Tree))

const plural = /_(zero|one|two|few|many|other)$/

/** Languages differ in how many plural forms they have: a group of forms counts as one key. */
const baseOf = (key: string, texts: Map<string, string>): string => {
  const base = key.replace(plural, '')
  return texts.has(`${base}_one`) && texts.has(`${base}_other`) ? base : key
}

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{[^}]*\}\}/g) ?? [])].toSorted()

/** Each key with its placeholders; the general form speaks for a plural. */
const shapeOf = (language: string, file: string): Record<string, string[]> => {
  const texts = textsOf(language, file)
  const shape = [...texts].map(([key, text]) => {
    const base = baseOf(key, texts)
    return [base, placeholders(base === key ? text : (texts.get(`${base}_other`) ?? ''))] as const
  })
  return Object.fromEntries(shape)
}

const french = filesOf('fr')

test.each(languages)('%s has every file', language => {
  expect(filesOf(language)).toEqual(french)
})

describe.each(french)('%s', file => {
  test.each(['en', 'es'])('has the keys and placeholders of the French file in %s', language => {
    expect(shapeOf(language, file)).toEqual(shapeOf('fr', file))
  })

  test.each(languages)('has no empty text and no broken placeholder in %s', language => {
    const wrong = [...textsOf(language, file)].filter(
      ([, text]) => text.trim() === '' || /[{}]/.test(text.replace(/\{\{\w+\}\}/g, '')),
    )
    expect(wrong).toEqual([])
  })
})
