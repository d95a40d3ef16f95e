// The architecture check itself: a whole tree passes, and each law, broken once, is told.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkArchitecture } from './check-architecture.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const manifest = (dependencies: Record<string, string>) => JSON.stringify({ dependencies })

const whole: Record<string, string> = {
  'package.json': JSON.stringify({ devDependencies: { vitest: '1' } }),
  'core/package.json': manifest({ ibantools: '1' }),
  'core/src/money.ts': '// Money.\nexport const one = 1n\n',
  'core/src/iban.ts': "// IBAN.\nimport { isValidIBAN } from 'ibantools'\nexport const ok = isValidIBAN\n",
  'core/src/money.test.ts': "// Money's tests.\nimport { test } from 'vitest'\ntest('x', () => new Date())\n",
  'providers/package.json': manifest({ '@jokko/core': '1', undici: '1' }),
  'providers/src/hub2/client.ts': "// Hub2.\nimport { request } from 'undici'\nexport const ask = request\n",
  'api/package.json': manifest({ '@jokko/core': '1', '@jokko/providers': '1' }),
  'api/src/app.ts': "// Wiring.\nimport { send } from './transfer/service.ts'\nexport const app = send\n",
  'api/src/transfer/service.ts':
    "// Transfers.\nimport { one } from '@jokko/core/money'\nexport const send = one\n",
  'api/src/ledger/post.ts': '// Postings.\nexport const sql = `insert into ledger.postings values (1)`\n',
  'web/package.json': manifest({ '@jokko/core': '1' }),
  'web/src/home/page.ts': '// Home.\n// fetch( in a comment is no request\nexport const page = 1\n',
  'locales/en/home.json': JSON.stringify({
    hello: 'Hello {{name}}',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
  }),
  'locales/fr/home.json': JSON.stringify({
    hello: 'Bonjour {{name}}',
    days_one: '{{count}} jour',
    days_many: '{{count}} de jours',
    days_other: '{{count}} jours',
  }),
  'locales/es/home.json': JSON.stringify({
    hello: 'Hola {{name}}',
    days_one: '{{count}} día',
    days_other: '{{count}} días',
  }),
}

function check(changes: Record<string, string>): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'jokko-architecture-'))
  folders.push(root)
  for (const [path, text] of Object.entries({ ...whole, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkArchitecture(root)
}

test('a tree that keeps all laws has no violation', () => {
  expect(check({})).toEqual([])
})

const broken: readonly (readonly [string, Record<string, string>, RegExp])[] = [
  [
    'core uses a Node module',
    { 'core/src/a.ts': "// A.\nimport { readFileSync } from 'node:fs'\nexport const a = readFileSync\n" },
    /core\/src\/a\.ts: core may not use node:fs/,
  ],
  [
    'a part of all areas is drawn by the stylesheet of one',
    {
      'web/src/common/a.tsx': '// A.\nexport const A = () => <p className="narrow">1</p>\n',
      'web/src/home/home.css': '.narrow {\n  width: 1rem;\n}\n',
    },
    /common\/a\.tsx: the style of "narrow" may not be only in web\/src\/home\/home\.css/,
  ],
  [
    'a class has no style',
    { 'web/src/home/a.tsx': '// A.\nexport const A = () => <p className="wide">1</p>\n' },
    /home\/a\.tsx: no stylesheet says anything of "wide"/,
  ],
  [
    'web imports api',
    { 'web/src/home/a.ts': "// A.\nimport { app } from '@jokko/api/app'\nexport const a = app\n" },
    /web may not import api/,
  ],
  [
    'web imports api by path, as a type, over several lines',
    {
      'web/src/home/a.ts':
        "// A.\nimport type {\n  app,\n} from '../../../api/src/app.ts'\nexport type A = typeof app\n",
    },
    /web may not import api/,
  ],
  [
    'an allowed workspace is reached by path',
    { 'api/src/a.ts': "// A.\nimport { one } from '../../core/src/money.ts'\nexport const a = one\n" },
    /belongs to another workspace: import it by name/,
  ],
  [
    'a workspace is not declared',
    {
      'providers/package.json': manifest({ undici: '1' }),
      'providers/src/hub2/a.ts': "// A.\nexport { one } from '@jokko/core/money'\n",
    },
    /@jokko\/core is not declared in providers\/package\.json/,
  ],
  [
    'a package is not declared',
    { 'api/src/a.ts': "// A.\nimport pino from 'pino'\nexport const a = pino\n" },
    /pino is not declared in api\/package\.json/,
  ],
  [
    'a package is loaded on demand without being declared',
    { 'web/src/home/a.ts': `// A.\nexport const load = () => import(${JSON.stringify('papaparse')})\n` },
    /papaparse is not declared/,
  ],
  [
    'the sandbox uses our code',
    { 'sandbox/src/a.ts': "// A.\nimport { one } from '@jokko/core/money'\nexport const a = one\n" },
    /sandbox may not import core/,
  ],
  [
    'an area reaches into another area',
    {
      'api/src/deposit/a.ts': "// A.\nimport { send } from '../transfer/service.ts'\nexport const a = send\n",
    },
    /reaches into the area transfer/,
  ],
  [
    'a shared folder reaches into an area',
    {
      'api/src/ledger/a.ts': "// A.\nimport { send } from '../transfer/service.ts'\nexport const a = send\n",
    },
    /api\/src\/ledger\/a\.ts: reaches into the area transfer/,
  ],
  [
    'folders import each other in a circle',
    {
      'api/src/http/a.ts': "// A.\nimport { b } from '../db/b.ts'\nexport const a = b\n",
      'api/src/db/b.ts': "// B.\nimport { c } from '../realtime/c.ts'\nexport const b = c\n",
      'api/src/realtime/c.ts': "// C.\nimport type { a } from '../http/a.ts'\nexport const c: typeof a = 1\n",
    },
    /circle: api\/db\/ → api\/realtime\/ → api\/http\/ → api\/db\//,
  ],
  [
    'another folder writes a ledger table',
    {
      'api/src/transfer/a.ts': '// A.\nexport const sql = `\n  UPDATE\n  ledger.accounts set balance = 0`\n',
    },
    /only api\/src\/ledger writes ledger tables/,
  ],
  [
    'another folder writes a ledger table through the query builder',
    { 'api/src/transfer/a.ts': "// A.\nexport const a = (db: Db) => db.insertInto('ledger.postings')\n" },
    /only api\/src\/ledger writes ledger tables/,
  ],
  [
    'a service makes a request',
    { 'api/src/transfer/a.ts': "// A.\nexport const a = () => fetch('https://example.org')\n" },
    /make outgoing requests; found "fetch\("/,
  ],
  [
    'an adapter beside the client makes a request',
    {
      'providers/src/hub2/adapter.ts': "// A.\nimport { request } from 'undici'\nexport const a = request\n",
    },
    /make outgoing requests/,
  ],
  [
    'core reads the time',
    { 'core/src/a.ts': '// A.\nexport const a = () => new Date()\n' },
    /found "new Date\(\)"/,
  ],
  [
    'a money area reads the time',
    { 'api/src/transfer/a.ts': '// A.\nexport const a = () => Date.now()\n' },
    /found "Date\.now\("/,
  ],
  [
    "a money area asks the database's own time",
    { 'api/src/transfer/a.ts': '// A.\nexport const a = `select now()`\n' },
    /in SQL from app\.now\(\); found "now\(\)"/,
  ],
  [
    'an amount becomes floating point',
    { 'api/src/transfer/a.ts': '// A.\nexport const a = (n: number) => n.toFixed(2)\n' },
    /never floating point/,
  ],
  [
    'an area reads the environment',
    { 'api/src/transfer/a.ts': "// A.\nexport const a = process.env['X']\n" },
    /the environment is read once/,
  ],
  [
    'a file does not say what it is for',
    { 'ui/src/a.ts': 'export const a = 1\n' },
    /ui\/src\/a\.ts: the first line/,
  ],
  [
    'a translation is missing',
    { 'locales/es/home.json': JSON.stringify({ hello: 'Hola {{name}}' }) },
    /locales\/es\/home\.json: "days" is missing/,
  ],
  [
    'a whole file is not translated',
    { 'locales/en/help.json': '{"a":{"b":"B"}}' },
    /locales\/fr\/help\.json: "a\.b" is missing/,
  ],
  [
    'a translation is empty',
    { 'locales/en/x.json': '{"a":"A"}', 'locales/fr/x.json': '{"a":" "}', 'locales/es/x.json': '{"a":"A"}' },
    /locales\/fr\/x\.json: "a" is empty/,
  ],
  [
    'a translation loses a value',
    {
      'locales/fr/home.json': JSON.stringify({
        hello: 'Bonjour',
        days_one: '{{count}} jour',
        days_other: '{{count}} jours',
      }),
    },
    /locales\/fr\/home\.json: "hello" has the values \{\}, en has \{name\}/,
  ],
]

describe('a broken law is told:', () => {
  test.each(broken)('%s', (_what, changes, expected) => {
    const violations = check(changes)
    expect(violations.join('\n')).toMatch(expected)
  })
})

test('a request-free comment, app.now() and a clock are no violations', () => {
  const changes = {
    'api/src/transfer/a.ts':
      '// A.\nexport const a = `select app.now()` // never now()\nexport const b = (c: C) => c.now()\n',
    'providers/src/port.ts':
      '// Port.\nexport type Port = {\n  fetch(\n    since: string): Promise<string>\n}\n',
  }
  expect(check(changes)).toEqual([])
})
