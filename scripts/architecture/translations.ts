// Every sentence exists in every language, is not empty, and has the same places for values.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const languages = ['en', 'fr', 'es'] as const

type Texts = ReadonlyMap<string, string>

function flatten(value: unknown, prefix: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[prefix, value]]
  if (typeof value !== 'object' || value === null) return [[prefix, '']]
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(inner, prefix === '' ? key : `${prefix}.${key}`),
  )
}

function readTexts(file: string): Texts {
  return new Map(existsSync(file) ? flatten(JSON.parse(readFileSync(file, 'utf8')), '') : [])
}

/** French and Spanish have one plural form more than English. */
function withoutPluralForm(key: string): string {
  return key.replace(/_(?:zero|one|two|few|many|other)$/, '')
}

function valuesIn(texts: Texts, key: string): string {
  const own = [...texts].filter(([other]) => withoutPluralForm(other) === key).map(([, text]) => text)
  const names = own.flatMap(text => [...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map(match => match[1]))
  return [...new Set(names)].sort().join(', ')
}

function compare(name: string, all: ReadonlyMap<string, Texts>): readonly string[] {
  const keys = new Set([...all.values()].flatMap(texts => [...texts.keys()].map(withoutPluralForm)))
  const reference = all.get('en') ?? new Map()
  return [...all].flatMap(([language, texts]) => {
    const file = `locales/${language}/${name}`
    const present = new Set([...texts.keys()].map(withoutPluralForm))
    const empty = [...texts]
      .filter(([, text]) => text.trim() === '')
      .map(([key]) => `${file}: "${key}" is empty`)
    const missing = [...keys].filter(key => !present.has(key)).map(key => `${file}: "${key}" is missing`)
    const different = [...present]
      .filter(key => reference.size > 0 && valuesIn(texts, key) !== valuesIn(reference, key))
      .map(
        key =>
          `${file}: "${key}" has the values {${valuesIn(texts, key)}}, en has {${valuesIn(reference, key)}}`,
      )
    return [...empty, ...missing, ...different.filter(text => !missing.includes(text))]
  })
}

export function checkTranslations(root: string): readonly string[] {
  const names = languages.flatMap(language => globSync('*.json', { cwd: join(root, 'locales', language) }))
  return [...new Set(names)].sort().flatMap(name => {
    const all = languages.map(
      language => [language, readTexts(join(root, 'locales', language, name))] as const,
    )
    return compare(name, new Map(all))
  })
}
