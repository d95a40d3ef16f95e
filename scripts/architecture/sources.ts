// Reads the source files of a tree and what each imports. Plain text and patterns: every import in this project is
// written out, with its file ending, so no compiler is needed to follow it.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export const workspaces = [
  'core',
  'contract',
  'locales',
  'providers',
  'sandbox',
  'api',
  'web',
  'ui',
  'e2e',
  'bench',
  'scripts',
] as const

export type Workspace = (typeof workspaces)[number]

/** `inside` is a file of the project, by workspace name or relative path; `outside` is a package or a Node module. */
export type Import = { readonly text: string } & (
  | { readonly kind: 'inside'; readonly path: string; readonly relative: boolean }
  | { readonly kind: 'outside'; readonly name: string }
)

export type Source = {
  /** From the root of the tree, with forward slashes. */
  readonly path: string
  readonly workspace: Workspace
  readonly isTest: boolean
  readonly firstLine: string
  /** Without comments. */
  readonly code: string
  readonly imports: readonly Import[]
}

const skippedFolders = new Set(['node_modules', 'dist', 'fixtures', 'test-results', '.data', '.git'])
const importPatterns = [
  /^(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^import\s*['"]([^'"]+)['"]/gm,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
]

export function workspaceOf(path: string): Workspace {
  const first = path.split('/')[0]
  return workspaces.find(name => name === first) ?? 'scripts'
}

function isTestPath(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /\/testing[-./]/.test(path) || path.startsWith('e2e/')
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<![:'"`\\])\/\/.*$/gm, '')
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

function resolveImport(from: string, text: string): Import {
  const specifier = text.split('?')[0] ?? text
  if (specifier.startsWith('.')) {
    return { text, kind: 'inside', relative: true, path: posix.join(posix.dirname(from), specifier) }
  }
  const own = /^@jokko\/([a-z0-9]+)\/(.+)$/.exec(specifier)
  if (own === null) return { text, kind: 'outside', name: packageName(specifier) }
  const [, workspace = '', rest = ''] = own
  const path = rest.endsWith('.json') ? `${workspace}/${rest}` : `${workspace}/src/${rest}.ts`
  return { text, kind: 'inside', relative: false, path }
}

function readImports(path: string, code: string): readonly Import[] {
  const found = importPatterns.flatMap(pattern => [...code.matchAll(pattern)].map(match => match[1] ?? ''))
  return [...new Set(found)].map(text => resolveImport(path, text))
}

export function readSources(root: string): readonly Source[] {
  const files = globSync('**/*.{ts,tsx,mts,mjs}', {
    cwd: root,
    exclude: name => skippedFolders.has(posix.basename(name.replaceAll('\\', '/'))),
  })
  return files.sort().map(file => {
    const path = file.replaceAll('\\', '/')
    const text = readFileSync(join(root, file), 'utf8')
    const code = withoutComments(text)
    return {
      path,
      workspace: workspaceOf(path),
      isTest: isTestPath(path),
      firstLine: text.split('\n')[0] ?? '',
      code,
      imports: readImports(path, code),
    }
  })
}
