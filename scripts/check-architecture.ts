// The laws of ARCHITECTURE.md, kept by reading the sources: prints each violation, and fails when there is one.
import { resolve } from 'node:path'
import { checkAreas, checkArrows, checkCycles } from './architecture/arrows.ts'
import { readSources } from './architecture/sources.ts'
import { checkStyles } from './architecture/styles.ts'
import { checkTexts } from './architecture/text-rules.ts'
import { checkTranslations } from './architecture/translations.ts'

export function checkArchitecture(root: string): readonly string[] {
  const sources = readSources(root)
  const violations = [
    ...checkArrows(root, sources),
    ...checkAreas(sources),
    ...checkCycles(sources),
    ...checkTexts(sources),
    ...checkStyles(root, sources),
    ...checkTranslations(root),
  ]
  return [...new Set(violations)]
}

if (import.meta.main) {
  const violations = checkArchitecture(resolve(import.meta.dirname, '..'))
  for (const violation of violations) console.error(violation)
  process.exitCode = violations.length === 0 ? 0 : 1
}
