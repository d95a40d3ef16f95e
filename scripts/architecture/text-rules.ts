// Laws that show in the text of a file: who writes ledger tables, who makes outgoing requests, who reads the time
// and the environment, and that a file begins by saying what it answers for.
import type { Source } from './sources.ts'

type Rule = {
  readonly says: string
  readonly appliesTo: (source: Source) => boolean
  readonly forbidden: readonly RegExp[]
}

const ledgerWrites = [
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?"?ledger"?\s*\.\s*"?\w/i,
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]ledger\./,
]

const outgoingRequests = [
  // A method of that name in a type is followed by a parameter and its type.
  /(?<![.\w])fetch\s*\((?!\s*\w+\??:)/,
  /\bglobalThis\.fetch\b|\bwindow\.fetch\b/,
  /\bhttps?\.(?:request|get)\s*\(/,
  /\bXMLHttpRequest\b|\bsendBeacon\b|\bnew EventSource\b/,
  /\bfrom\s*['"](?:undici|nodemailer|axios|got)['"]/,
]

const realTime = [/\bDate\.now\s*\(/, /\bnew Date\s*\(\s*\)/, /\bTemporal\.Now\b/]
const databaseTime = [/(?<![.\w])now\(\)/, /\bcurrent_timestamp\b/i, /\bclock_timestamp\b/i]

const inside = (pattern: RegExp) => (source: Source) => !source.isTest && pattern.test(source.path)
const product = /^(?:core|contract|providers|api|web|ui)\/src\//
const moneyCode = /^api\/src\/(?:ledger|quotes|transfer|deposit|withdraw|bulk|payment-request|mobile-money)\//

const clients =
  /^providers\/src\/[\w-]+\/client\.ts$|^web\/src\/app\/(?:api-)?client\.ts$|^web\/src\/service-worker\.ts$|^api\/src\/.*\/webhook-sender\.ts$/

const rules: readonly Rule[] = [
  {
    says: 'only api/src/ledger writes ledger tables',
    appliesTo: source => !source.isTest && !source.path.startsWith('api/src/ledger/'),
    forbidden: ledgerWrites,
  },
  {
    says: "only a provider's client.ts, the web's API client and file cache and the webhook sender make outgoing requests",
    appliesTo: source => inside(product)(source) && !clients.test(source.path),
    forbidden: outgoingRequests,
  },
  {
    says: 'money code takes the time from the clock that it is given',
    appliesTo: inside(/^core\/src\//),
    forbidden: [
      ...realTime,
      /\bperformance\.now\b/,
      /\bMath\.random\s*\(/,
      /\bcrypto\.(?:randomUUID|getRandomValues)\b/,
    ],
  },
  {
    says: 'money code takes the time from the clock, in SQL from app.now()',
    appliesTo: inside(moneyCode),
    forbidden: [...realTime, ...databaseTime],
  },
  {
    says: 'amounts are never floating point',
    appliesTo: inside(/^(?:core|contract|providers|api)\/src\//),
    forbidden: [/\bparseFloat\s*\(/, /\.toFixed\s*\(/],
  },
  {
    says: 'the environment is read once, in the configuration, and passed on',
    appliesTo: source => inside(product)(source) && !/^api\/src\/[\w-]+\.ts$/.test(source.path),
    forbidden: [/\bprocess\.env\b/],
  },
]

function brokenRules(source: Source): readonly string[] {
  return rules
    .filter(rule => rule.appliesTo(source))
    .flatMap(rule => {
      const found = rule.forbidden
        .map(pattern => pattern.exec(source.code)?.[0])
        .find(text => text !== undefined)
      return found === undefined ? [] : [`${source.path}: ${rule.says}; found "${found.trim()}"`]
    })
}

export function checkTexts(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(source => {
    const hasPurpose = /^(?:\/\/|\/\*)/.test(source.firstLine)
    const purpose = hasPurpose
      ? []
      : [`${source.path}: the first line says in a comment what the file answers for`]
    return [...purpose, ...brokenRules(source)]
  })
}
