// Guarantees of the error catalogue: a text for every code, in every language, with the same blanks.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes } from '@jokko/core/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from './common.ts'
import { type ErrorCode, errorTexts, statusOf } from './errors.ts'

const codes = Object.keys(errorCodes) as ErrorCode[]
const root = join(import.meta.dirname, '../..')

describe('error texts', () => {
  test.each(languages)('%s has a sentence for each code and for nothing else', language => {
    expect(Object.keys(errorTexts[language]).toSorted()).toEqual(codes.toSorted())
    expect(codes.filter(code => errorTexts[language][code].trim() === '')).toEqual([])
  })

  test.each(languages)('%s says a sentence, not the code', language => {
    const said = (code: ErrorCode) => errorTexts[language][code].toLowerCase().replace(/[ .]/g, '_')
    expect(codes.filter(code => said(code) === code.toLowerCase())).toEqual([])
  })

  test('every code has the status of a refusal', () => {
    expect(codes.filter(code => statusOf(code) < 400 || statusOf(code) > 599)).toEqual([])
  })
})

describe('a missing text', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'missing-text-'))
  const config = join(folder, 'tsconfig.json')

  /** Compiles the real errors.ts with these Spanish texts in place of its own; what the compiler says. */
  const compileWith = (texts: Record<string, string>): string => {
    writeFileSync(join(folder, 'es.json'), JSON.stringify(texts))
    try {
      return execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', config], { encoding: 'utf8' })
    } catch (refusal) {
      return (refusal as { stdout: string }).stdout
    }
  }

  const spanish = (): Record<string, string> =>
    JSON.parse(readFileSync(join(root, 'locales/es/errors.json'), 'utf8')) as Record<string, string>

  beforeAll(() => {
    const compilerOptions = {
      module: 'nodenext',
      types: [],
      paths: { '@jokko/locales/es/errors.json': [join(folder, 'es.json')] },
    }
    const include = [join(root, 'contract/src/errors.ts')]
    writeFileSync(
      config,
      JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include }),
    )
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  test('compiles when nothing is missing', () => {
    expect(compileWith(spanish())).toBe('')
  })

  test('does not compile when one code has no text in one language', () => {
    const { route_ceiling: _, ...incomplete } = spanish()
    const said = compileWith(incomplete)
    expect(said).toContain("Property 'route_ceiling' is missing")
    expect(said).toContain('contract/src/errors.ts')
  })
})
