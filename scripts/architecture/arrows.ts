// Who may import whom: the arrows between workspaces, the packages each declares, the walls between areas, and no
// circle among the folders.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Import, type Source, type Workspace, workspaceOf } from './sources.ts'

const arrows: Record<Workspace, readonly Workspace[]> = {
  core: [],
  locales: [],
  ui: [],
  sandbox: [],
  providers: ['core'],
  contract: ['core', 'locales'],
  web: ['contract', 'core', 'ui', 'locales'],
  api: ['contract', 'core', 'providers', 'locales'],
  e2e: ['contract', 'scripts', 'locales'],
  bench: ['contract', 'scripts', 'api'],
  scripts: ['api', 'contract', 'web'],
}

/** Adapters, and the API with them, are tried against the simulated companies; they share no code otherwise. */
const arrowsOfTests: Partial<Record<Workspace, readonly Workspace[]>> = {
  providers: ['sandbox'],
  api: ['sandbox'],
}

/**
 * These start the real programs, and find their files by path. Scripts and benchmarks also prepare the database that
 * the programs run on, with the API's own migrations and reference data, so that there is one truth about both.
 */
const reachByPath: readonly Workspace[] = ['scripts', 'e2e', 'bench']
/** Names that the bundler resolves, and the package that they stand for. */
const aliases: Readonly<Record<string, string>> = { 'flag-icons': 'country-flag-icons' }
const packagesOfCore = ['libphonenumber-js', 'ibantools']

export const areas = [
  'access',
  'onboarding',
  'home',
  'contacts',
  'transfer',
  'deposit',
  'withdraw',
  'bulk',
  'payment-request',
  'mobile-money',
  'payin',
  'history',
  'settings',
  'developer',
  'sponsorship',
  'operations',
]

/** Where areas are put together. */
const composers = new Set(['app', 'jobs', 'seed', 'testing'])

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

function declaredPackages(root: string, folder: string): readonly string[] {
  const file = join(root, folder, 'package.json')
  if (!existsSync(file)) return []
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
}

/** Scripts have no manifest: they use the root's, and the packages of the programs that they start. */
function packagesOf(root: string, source: Source): readonly string[] {
  const shared = declaredPackages(root, '')
  if (source.workspace === 'scripts')
    return [...shared, ...['api', 'web'].flatMap(name => declaredPackages(root, name))]
  const own = declaredPackages(root, source.workspace)
  return source.isTest ? [...own, ...shared] : own
}

function checkOutside(root: string, source: Source, name: string): readonly string[] {
  if (source.workspace === 'core' && !source.isTest && !packagesOfCore.includes(name)) {
    return [`core may not use ${name}: it stays pure and runs in the browser`]
  }
  if (name.startsWith('node:') || packagesOf(root, source).includes(aliases[name] ?? name)) return []
  return [`${name} is not declared in ${source.workspace}/package.json`]
}

function checkInside(root: string, source: Source, path: string, relative: boolean): readonly string[] {
  const target = workspaceOf(path)
  if (target === source.workspace) return []
  if (source.isTest && !relative && arrowsOfTests[source.workspace]?.includes(target)) return []
  if (!arrows[source.workspace].includes(target))
    return [`${source.workspace} may not import ${target} (${path})`]
  if (relative) {
    return reachByPath.includes(source.workspace)
      ? []
      : [`${path} belongs to another workspace: import it by name`]
  }
  const name = `@jokko/${target}`
  return packagesOf(root, source).includes(name)
    ? []
    : [`${name} is not declared in ${source.workspace}/package.json`]
}

function checkImport(root: string, source: Source, one: Import): readonly string[] {
  if (one.kind === 'outside') return checkOutside(root, source, one.name)
  return checkInside(root, source, one.path, one.relative)
}

export function checkArrows(root: string, sources: readonly Source[]): readonly string[] {
  return sources.flatMap(source =>
    source.imports.flatMap(one => checkImport(root, source, one)).map(text => `${source.path}: ${text}`),
  )
}

/** The folder below src; the file itself when it lies directly in src, or in app, which both composes and serves. */
function groupOf(path: string): string {
  const [workspace = '', folder = '', name = '', ...deeper] = path.split('/')
  if (folder !== 'src') return workspace
  if (deeper.length === 0) return `${workspace}/${name}`
  return name === 'app' ? [workspace, name, ...deeper].join('/') : `${workspace}/${name}/`
}

function areaOf(path: string): string | undefined {
  const [workspace, folder, name = '', deeper] = path.split('/')
  const canHave = (workspace === 'api' || workspace === 'web') && folder === 'src' && deeper !== undefined
  return canHave && areas.includes(name) ? name : undefined
}

function mayEnterAreas(path: string): boolean {
  const [, , name = '', deeper] = path.split('/')
  return deeper === undefined || composers.has(name)
}

/** An area's inside is its own: others meet it in core, contract, the ledger or common, or are composed in app. */
export function checkAreas(sources: readonly Source[]): readonly string[] {
  return sources
    .filter(source => !source.isTest)
    .flatMap(source =>
      source.imports.flatMap(one => {
        if (one.kind === 'outside' || workspaceOf(one.path) !== source.workspace) return []
        const target = areaOf(one.path)
        if (target === undefined || target === areaOf(source.path)) return []
        if (areaOf(source.path) === undefined && mayEnterAreas(source.path)) return []
        return [`${source.path}: reaches into the area ${target} (${one.path})`]
      }),
    )
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

function folderGraph(sources: readonly Source[]): Graph {
  const graph = new Map<string, Set<string>>()
  for (const source of sources.filter(({ isTest }) => !isTest)) {
    const from = groupOf(source.path)
    const edges = graph.get(from) ?? new Set()
    for (const one of source.imports) {
      if (one.kind === 'inside' && groupOf(one.path) !== from) edges.add(groupOf(one.path))
    }
    graph.set(from, edges)
  }
  return graph
}

function pathBack(graph: Graph, start: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let current = queue.shift(); current !== undefined; current = queue.shift()) {
    for (const next of graph.get(current) ?? []) {
      if (next === start) return [...trail(cameFrom, start, current), start]
      if (cameFrom.has(next)) continue
      cameFrom.set(next, current)
      queue.push(next)
    }
  }
  return undefined
}

function trail(cameFrom: ReadonlyMap<string, string>, start: string, end: string): readonly string[] {
  const steps = [end]
  for (let step = end; step !== start; ) {
    step = cameFrom.get(step) ?? start
    steps.unshift(step)
  }
  return steps
}

/** One line per circle, told from its first folder in the alphabet. */
export function checkCycles(sources: readonly Source[]): readonly string[] {
  const graph = folderGraph(sources)
  const told = new Set<string>()
  return [...graph.keys()].sort().flatMap(group => {
    if (told.has(group)) return []
    const circle = pathBack(graph, group)
    if (circle === undefined) return []
    for (const member of circle) told.add(member)
    return [`imports go in a circle: ${circle.join(' → ')}`]
  })
}
