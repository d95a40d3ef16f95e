// What the processes are told by their environment, read once at the start and checked.
import { readFileSync } from 'node:fs'
import { devSigningKeyId, devSigningPrivateKey } from '@jokko/providers/truelayer/dev-key'

export type Environment = 'development' | 'test' | 'production'

export type Config = {
  environment: Environment
  /** Which book new operations are written to: sandbox adapters may only write `test`. */
  book: 'live' | 'test'
  version: string
  port: number
  publicUrl: string
  databaseUrl: string
  clientKey: string
  sandboxUrl: string | null
  controlToken: string
  hub2: { url: string; apiKey: string; merchantId: string; webhookSecret: string }
  monext: { url: string; merchantId: string; accessKey: string; pointOfSale: string }
  /** Null where there is no such account: what it would pay is not offered. */
  partner: PartnerAccount | null
  aloohpay: PartnerAccount | null
  truelayer: {
    authUrl: string
    apiUrl: string
    paymentUrl: string
    webhookKeysUrl: string
    clientId: string
    clientSecret: string
    merchantAccountId: string
    signingKeyId: string
    signingPrivateKey: string
  }
  bridge: { url: string; clientId: string; clientSecret: string; webhookSecret: string }
  twilio: { url: string; accountSid: string; authToken: string; from: string }
  smtpUrl: string
  mailFrom: string
  rates: { url: string; appId: string }
  /** Null where nobody is told what people leave unfinished. */
  tracker: { url: string; writeKey: string } | null
  /** Null where nobody keeps such a list. */
  restrictedListUrl: string | null
  /** Pages of the help centre; each null where there is none. */
  help: { access: string | null; withdrawMobile: string | null; withdrawBank: string | null }
  bank: {
    url: string
    webhookSecret: string
    /** Pays what we order. */
    account: { iban: string; bic: string; name: string }
    /** IBANs from which companies pay what they collected for us, each with the company's name in the ledger. */
    settlements: ReadonlyMap<string, string>
  }
  realtime: { key: string; secret: string }
  captchaSecret: string
  /** Signs the references that return pages carry. */
  returnSecret: string
  /** Keys the hashes of the codes that confirm a withdrawal. */
  codeSecret: string
  session: { idleSeconds: number; absoluteSeconds: number }
}

export type PartnerAccount = { url: string; apiKey: string; webhookSecret: string }

type Variables = Readonly<Record<string, string | undefined>>

const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** Reads the environment; in production every secret must be given and none may be a development one. */
export function readConfig(env: Variables): Config {
  const environment = environmentOf(env['APP_ENV'])
  const production = environment === 'production'
  const secret = (name: string, development: string): string => {
    const value = env[name] ?? (production ? undefined : development)
    if (!value) throw new Error(`${name} is not set.`)
    if (production && value.startsWith('dev-')) throw new Error(`${name} holds a development secret.`)
    return value
  }
  const sandbox = env['SANDBOX_URL'] ?? `http://localhost:${env['SANDBOX_PORT'] ?? '3001'}`
  const address = (name: string, development: string) => secret(name, development)
  const partnerAccount = (name: 'PARTNER' | 'ALOOHPAY'): PartnerAccount | null => {
    const url = env[`${name}_URL`] ?? (production ? '' : `${sandbox}/partner`)
    if (url === '') return null
    return {
      url,
      apiKey: secret(`${name}_API_KEY`, `dev-${name.toLowerCase()}-key`),
      webhookSecret: secret(`${name}_WEBHOOK_SECRET`, `dev-${name.toLowerCase()}-webhook-secret`),
    }
  }
  const helpPage = (name: string, page: string) =>
    env[name] ?? (production ? null : `https://help.jokko.example/${page}`)
  return {
    environment,
    book: production ? 'live' : 'test',
    version,
    port: Number(env['PORT'] ?? '3000'),
    publicUrl: address('PUBLIC_URL', 'http://localhost:3000'),
    databaseUrl: secret('DATABASE_URL', ''),
    clientKey: env['CLIENT_KEY'] ?? 'jokko-web',
    sandboxUrl: production ? null : sandbox,
    controlToken: production ? '' : (env['SANDBOX_CONTROL_TOKEN'] ?? 'dev-control-token'),
    hub2: {
      url: address('HUB2_URL', `${sandbox}/hub2`),
      apiKey: secret('HUB2_API_KEY', 'dev-hub2-key'),
      merchantId: secret('HUB2_MERCHANT_ID', 'dev-merchant'),
      webhookSecret: secret('HUB2_WEBHOOK_SECRET', 'dev-hub2-webhook-secret'),
    },
    ...collectingCompanies(secret, sandbox),
    partner: partnerAccount('PARTNER'),
    aloohpay: partnerAccount('ALOOHPAY'),
    twilio: {
      url: address('TWILIO_URL', sandbox),
      accountSid: secret('TWILIO_ACCOUNT_SID', 'ACdev00000000000000000000000000000'),
      authToken: secret('TWILIO_AUTH_TOKEN', 'dev-twilio-token'),
      from: env['TWILIO_FROM'] ?? '+33700000000',
    },
    smtpUrl: address('SMTP_URL', 'smtp://127.0.0.1:3025'),
    mailFrom: env['MAIL_FROM'] ?? 'Jokko <bonjour@jokko.example>',
    rates: { url: address('RATES_URL', `${sandbox}/rates`), appId: secret('RATES_APP_ID', 'dev-rates-app') },
    restrictedListUrl: env['RESTRICTED_LIST_URL'] ?? (production ? null : `${sandbox}/restricted-list.csv`),
    help: {
      access: helpPage('HELP_ACCESS_URL', 'access'),
      withdrawMobile: helpPage('HELP_WITHDRAW_MOBILE_URL', 'withdraw-to-a-mobile-account'),
      withdrawBank: helpPage('HELP_WITHDRAW_BANK_URL', 'withdraw-to-a-bank-account'),
    },
    tracker: trackerOf(env['TRACKER_URL'] ?? (production ? '' : `${sandbox}/tracker`), secret),
    bank: {
      url: address('BANK_URL', `${sandbox}/bank`),
      webhookSecret: secret('BANK_WEBHOOK_SECRET', 'dev-bank-webhook-secret'),
      account: {
        iban: secret('BANK_IBAN', 'FR7699999000010000002600103'),
        bic: secret('BANK_BIC', 'TESTFRPP'),
        name: env['BANK_ACCOUNT_HOLDER'] ?? 'JOKKO',
      },
      settlements: settlementsOf(env['BANK_SETTLEMENTS'] ?? (production ? '' : SIMULATED_SETTLEMENTS)),
    },
    realtime: {
      key: env['REALTIME_KEY'] ?? 'jokko',
      secret: secret('REALTIME_SECRET', 'dev-realtime-secret'),
    },
    captchaSecret: secret('CAPTCHA_SECRET', 'dev-captcha-secret'),
    returnSecret: secret('RETURN_SECRET', 'dev-return-secret'),
    codeSecret: secret('CODE_SECRET', 'dev-code-secret'),
    session: {
      idleSeconds: Number(env['SESSION_IDLE_SECONDS'] ?? '900'),
      absoluteSeconds: Number(env['SESSION_ABSOLUTE_SECONDS'] ?? '43200'),
    },
  }
}

const trackerOf = (url: string, secret: Secret): Config['tracker'] =>
  url === '' ? null : { url, writeKey: secret('TRACKER_WRITE_KEY', 'dev-tracker-key') }

/** Our name at Monext: it says which cards are taken. */
const POINT_OF_SALE = 'JOKKO'

type Secret = (name: string, development: string) => string

/** The companies that collect for us, and how each knows us. */
function collectingCompanies(
  secret: Secret,
  sandbox: string,
): Pick<Config, 'monext' | 'truelayer' | 'bridge'> {
  return {
    monext: {
      url: secret('MONEXT_URL', `${sandbox}/monext`),
      merchantId: secret('MONEXT_MERCHANT_ID', 'dev-monext-merchant'),
      accessKey: secret('MONEXT_ACCESS_KEY', 'dev-monext-access-key'),
      pointOfSale: POINT_OF_SALE,
    },
    truelayer: {
      authUrl: secret('TRUELAYER_AUTH_URL', `${sandbox}/truelayer/auth`),
      apiUrl: secret('TRUELAYER_API_URL', `${sandbox}/truelayer/api`),
      paymentUrl: secret('TRUELAYER_PAYMENT_URL', `${sandbox}/truelayer/payment`),
      webhookKeysUrl: secret('TRUELAYER_KEYS_URL', `${sandbox}/truelayer/webhooks/.well-known/jwks`),
      clientId: secret('TRUELAYER_CLIENT_ID', 'dev-truelayer-client'),
      clientSecret: secret('TRUELAYER_CLIENT_SECRET', 'dev-truelayer-secret'),
      merchantAccountId: secret('TRUELAYER_MERCHANT_ACCOUNT_ID', 'dev-truelayer-merchant-account'),
      signingKeyId: secret('TRUELAYER_SIGNING_KEY_ID', devSigningKeyId),
      // Environments often keep a PEM in one line.
      signingPrivateKey: secret('TRUELAYER_SIGNING_PRIVATE_KEY', devSigningPrivateKey).replaceAll(
        '\\n',
        '\n',
      ),
    },
    bridge: {
      url: secret('BRIDGE_URL', `${sandbox}/bridge`),
      clientId: secret('BRIDGE_CLIENT_ID', 'dev-bridge-client'),
      clientSecret: secret('BRIDGE_CLIENT_SECRET', 'dev-bridge-secret'),
      webhookSecret: secret('BRIDGE_WEBHOOK_SECRET', 'dev-bridge-webhook-secret'),
    },
  }
}

/** The accounts of the simulated companies. */
const SIMULATED_SETTLEMENTS = 'FR7699999000020000070000150=monext,FR7699999000020000080000171=truelayer'

/** `IBAN=company`, separated by commas. */
function settlementsOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(',').filter(Boolean)
  return new Map(
    pairs.map(pair => {
      const [, iban, company] = /^\s*([A-Z]{2}[0-9A-Z]{13,32})=([a-z0-9_]+)\s*$/.exec(pair) ?? []
      if (!iban || !company) throw new Error(`BANK_SETTLEMENTS: "${pair}" is not IBAN=company.`)
      return [iban, company] as const
    }),
  )
}

function environmentOf(text: string | undefined): Environment {
  if (text === undefined || text === 'development') return 'development'
  if (text === 'test' || text === 'production') return text
  throw new Error(`APP_ENV=${text} is not one of development, test, production.`)
}
