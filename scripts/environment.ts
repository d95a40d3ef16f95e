// What the started programs are told: ports, addresses of each other, and the fixed secrets of development. A
// variable that is already set wins over a default, so that one provider can be pointed at its real sandbox.
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export type Places = {
  readonly dataDir: string
  /** What a person opens. */
  readonly webPort: number
  readonly apiPort: number
  readonly sandboxPort: number
  readonly smtpPort: number
}

export type Environment = Record<string, string | undefined>

const developmentSecrets = {
  HUB2_API_KEY: 'dev-hub2-key',
  HUB2_MERCHANT_ID: 'dev-merchant',
  HUB2_WEBHOOK_SECRET: 'dev-hub2-webhook-secret',
  TWILIO_ACCOUNT_SID: 'ACdev00000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'dev-twilio-token',
  RATES_APP_ID: 'dev-rates-app',
  BANK_WEBHOOK_SECRET: 'dev-bank-webhook-secret',
  SANDBOX_CONTROL_TOKEN: 'dev-control-token',
}

function portFrom(environment: Environment, name: string, fallback: number): number {
  const text = environment[name]
  if (text === undefined || text === '') return fallback
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`${name}=${text} is not a port number.`)
  return port
}

export function readPlaces(environment: Environment, dev: boolean): Places {
  const webPort = portFrom(environment, 'PORT', 3000)
  return {
    dataDir: resolve(root, environment['JOKKO_DATA_DIR'] ?? '.data'),
    webPort,
    apiPort: dev ? portFrom(environment, 'API_PORT', 3002) : webPort,
    sandboxPort: portFrom(environment, 'SANDBOX_PORT', 3001),
    smtpPort: portFrom(environment, 'SMTP_PORT', 3025),
  }
}

export function webUrl(places: Places): string {
  return `http://localhost:${places.webPort}`
}

export function sandboxUrl(places: Places): string {
  return `http://localhost:${places.sandboxPort}`
}

export function sandboxEnvironment(places: Places): Environment {
  return {
    ...developmentSecrets,
    ...process.env,
    SANDBOX_PORT: String(places.sandboxPort),
    SMTP_PORT: String(places.smtpPort),
    SANDBOX_DATA: resolve(places.dataDir, 'sandbox'),
    JOKKO_URL: `http://127.0.0.1:${places.apiPort}`,
  }
}

export function applicationEnvironment(places: Places, databaseUrl: string): Environment {
  const sandbox = `http://127.0.0.1:${places.sandboxPort}`
  return {
    APP_ENV: 'development',
    ...developmentSecrets,
    HUB2_URL: sandbox,
    TWILIO_URL: sandbox,
    RATES_URL: sandbox,
    BANK_URL: sandbox,
    SMTP_URL: `smtp://127.0.0.1:${places.smtpPort}`,
    PUBLIC_URL: webUrl(places),
    ...process.env,
    PORT: String(places.apiPort),
    DATABASE_URL: databaseUrl,
  }
}
