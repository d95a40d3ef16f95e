// What the simulated world can be told from outside: ports, folders, shared secrets, and how patient it is.
import { join } from 'node:path'
import { devClientPublicKey } from './dev-keys.ts'

export type Settings = {
  readonly host: string
  /** 0 takes any free port; the one taken is part of the started sandbox's url. */
  readonly port: number
  readonly smtpPort: number
  /** A folder, or ':memory:' to forget everything at the end. */
  readonly dataDir: string
  /** Where the companies send their webhooks; empty when nobody listens. */
  readonly jokkoUrl: string
  readonly controlToken: string
  /** Real milliseconds that a connection stays open before it is cut without an answer. */
  readonly silenceMs: number
  readonly hub2ApiKey: string
  readonly hub2MerchantId: string
  readonly hub2WebhookSecret: string
  readonly partnerApiKey: string
  readonly partnerWebhookSecret: string
  /** The second account at the partner network: its microfinance institutions. */
  readonly aloohpayApiKey: string
  readonly aloohpayWebhookSecret: string
  readonly twilioAccountSid: string
  readonly twilioAuthToken: string
  readonly bankWebhookSecret: string
  readonly bankIban: string
  readonly bankBic: string
  readonly bankAccountHolder: string
  /** '08' or '02': the version of the camt messages that the bank writes. */
  readonly bankCamtVersion: string
  /** Seconds between a SEPA order and its booking. */
  readonly bankBookingSeconds: number
  readonly ratesAppId: string
  readonly trackerWriteKey: string
  readonly bridgeClientId: string
  readonly bridgeClientSecret: string
  readonly bridgeWebhookSecret: string
  readonly monextMerchantId: string
  readonly monextAccessKey: string
  /** The account from which Monext pays what it collected. */
  readonly monextIban: string
  readonly truelayerClientId: string
  readonly truelayerClientSecret: string
  readonly truelayerMerchantAccountId: string
  /** The public half of the key that Jokko signs with, as PEM; line ends may be written as \n. */
  readonly truelayerClientPublicKey: string
  /** Hosts that its pages may send a browser back to, separated by commas. */
  readonly truelayerReturnHosts: string
  /** The account from which TrueLayer pays what it collected. */
  readonly truelayerIban: string
}

export const defaultSettings: Settings = {
  host: '127.0.0.1',
  port: 3001,
  smtpPort: 3025,
  dataDir: join('.data', 'sandbox'),
  jokkoUrl: '',
  controlToken: 'dev-control-token',
  silenceMs: 3_000,
  hub2ApiKey: 'dev-hub2-key',
  hub2MerchantId: 'dev-merchant',
  hub2WebhookSecret: 'dev-hub2-webhook-secret',
  partnerApiKey: 'dev-partner-key',
  partnerWebhookSecret: 'dev-partner-webhook-secret',
  aloohpayApiKey: 'dev-aloohpay-key',
  aloohpayWebhookSecret: 'dev-aloohpay-webhook-secret',
  twilioAccountSid: 'ACdev00000000000000000000000000000',
  twilioAuthToken: 'dev-twilio-token',
  bankWebhookSecret: 'dev-bank-webhook-secret',
  bankIban: 'FR7699999000010000002600103',
  bankBic: 'TESTFRPP',
  bankAccountHolder: 'JOKKO',
  bankCamtVersion: '08',
  bankBookingSeconds: 10,
  ratesAppId: 'dev-rates-app',
  trackerWriteKey: 'dev-tracker-key',
  bridgeClientId: 'dev-bridge-client',
  bridgeClientSecret: 'dev-bridge-secret',
  bridgeWebhookSecret: 'dev-bridge-webhook-secret',
  monextMerchantId: 'dev-monext-merchant',
  monextAccessKey: 'dev-monext-access-key',
  monextIban: 'FR7699999000020000070000150',
  truelayerClientId: 'dev-truelayer-client',
  truelayerClientSecret: 'dev-truelayer-secret',
  truelayerMerchantAccountId: 'dev-truelayer-merchant-account',
  truelayerClientPublicKey: devClientPublicKey,
  truelayerReturnHosts: 'localhost,127.0.0.1',
  truelayerIban: 'FR7699999000020000080000171',
}

const environmentNames: Record<keyof Settings, string> = {
  host: 'SANDBOX_HOST',
  port: 'SANDBOX_PORT',
  smtpPort: 'SMTP_PORT',
  dataDir: 'SANDBOX_DATA',
  jokkoUrl: 'JOKKO_URL',
  controlToken: 'SANDBOX_CONTROL_TOKEN',
  silenceMs: 'SANDBOX_SILENCE_MS',
  hub2ApiKey: 'HUB2_API_KEY',
  hub2MerchantId: 'HUB2_MERCHANT_ID',
  hub2WebhookSecret: 'HUB2_WEBHOOK_SECRET',
  partnerApiKey: 'PARTNER_API_KEY',
  partnerWebhookSecret: 'PARTNER_WEBHOOK_SECRET',
  aloohpayApiKey: 'ALOOHPAY_API_KEY',
  aloohpayWebhookSecret: 'ALOOHPAY_WEBHOOK_SECRET',
  twilioAccountSid: 'TWILIO_ACCOUNT_SID',
  twilioAuthToken: 'TWILIO_AUTH_TOKEN',
  bankWebhookSecret: 'BANK_WEBHOOK_SECRET',
  bankIban: 'BANK_IBAN',
  bankBic: 'BANK_BIC',
  bankAccountHolder: 'BANK_ACCOUNT_HOLDER',
  bankCamtVersion: 'BANK_CAMT_VERSION',
  bankBookingSeconds: 'BANK_BOOKING_SECONDS',
  ratesAppId: 'RATES_APP_ID',
  trackerWriteKey: 'TRACKER_WRITE_KEY',
  bridgeClientId: 'BRIDGE_CLIENT_ID',
  bridgeClientSecret: 'BRIDGE_CLIENT_SECRET',
  bridgeWebhookSecret: 'BRIDGE_WEBHOOK_SECRET',
  monextMerchantId: 'MONEXT_MERCHANT_ID',
  monextAccessKey: 'MONEXT_ACCESS_KEY',
  monextIban: 'MONEXT_IBAN',
  truelayerClientId: 'TRUELAYER_CLIENT_ID',
  truelayerClientSecret: 'TRUELAYER_CLIENT_SECRET',
  truelayerMerchantAccountId: 'TRUELAYER_MERCHANT_ACCOUNT_ID',
  truelayerClientPublicKey: 'TRUELAYER_CLIENT_PUBLIC_KEY',
  truelayerReturnHosts: 'TRUELAYER_RETURN_HOSTS',
  truelayerIban: 'TRUELAYER_IBAN',
}

export function readSettings(environment: Record<string, string | undefined>): Settings {
  const chosen = Object.entries(environmentNames).flatMap(([key, name]) => {
    const text = environment[name]
    if (text === undefined || text === '') return []
    return [[key, asWritten(name, text, defaultSettings[key as keyof Settings])]]
  })
  return { ...defaultSettings, ...Object.fromEntries(chosen) }
}

function asWritten(name: string, text: string, example: string | number): string | number {
  if (typeof example === 'string') return text
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`)
  return Number(text)
}
