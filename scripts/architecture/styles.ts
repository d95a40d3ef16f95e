// That what all areas draw with looks the same in each: a part in web/src/common never waits for the stylesheet of an area
// that happens to be loaded. And that a class has a style: one that was renamed or dropped leaves no name behind.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from './sources.ts'

const shared = /^web\/src\/(?:common|app)\/|^ui\//
const classNames = /\bclassNames?=(?:"([^"]*)"|\{([^}]*)\})/g

/** Which stylesheets say something of a class. */
function stylesheetsByClass(root: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const file of globSync('{web,ui}/src/**/*.css', { cwd: root })) {
    const path = file.replaceAll('\\', '/')
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    for (const [, selector = ''] of text.matchAll(/([^{}]+)\{/g))
      for (const [, name = ''] of selector.matchAll(/\.([a-z][\w-]*)/g))
        found.set(name, [...(found.get(name) ?? []), path])
  }
  return found
}

const namesIn = ({ code }: Source): readonly string[] => [
  ...new Set(
    [...code.matchAll(classNames)].flatMap(([, plain, computed]) =>
      (plain ?? computed ?? '').split(/[^\w-]+/).filter(name => name !== ''),
    ),
  ),
]

/** Of what is written out; a name that is put together is only known when it is drawn. */
const writtenIn = ({ code }: Source): readonly string[] => [
  ...new Set(
    [...code.matchAll(/\bclassName="([^"]+)"/g)].flatMap(([, names = '']) =>
      names.split(' ').filter(name => name !== '' && !name.startsWith('mantine-')),
    ),
  ),
]

const drawn = /^(?:web|ui)\/src\/.*\.tsx$/

export function checkStyles(root: string, sources: readonly Source[]): readonly string[] {
  const stylesheets = stylesheetsByClass(root)
  const withoutStyle = sources
    .filter(({ path, isTest }) => !isTest && drawn.test(path))
    .flatMap(source =>
      writtenIn(source)
        .filter(name => !stylesheets.has(name))
        .map(name => `${source.path}: no stylesheet says anything of "${name}"`),
    )
  return [...withoutStyle, ...ofOneArea(stylesheets, sources)]
}

function ofOneArea(
  stylesheets: ReadonlyMap<string, readonly string[]>,
  sources: readonly Source[],
): readonly string[] {
  return sources
    .filter(({ path, isTest }) => !isTest && path.startsWith('web/src/common/') && path.endsWith('.tsx'))
    .flatMap(source =>
      namesIn(source).flatMap(name => {
        const [elsewhere] = stylesheets.get(name) ?? []
        const isShared = stylesheets.get(name)?.some(path => shared.test(path)) ?? true
        return isShared ? [] : [`${source.path}: the style of "${name}" may not be only in ${elsewhere}`]
      }),
    )
}
