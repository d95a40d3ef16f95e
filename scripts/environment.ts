// What the started programs are told: their ports and data, and the addresses of each other. An address that the
// environment already names wins, so that a provider can be pointed elsewhere; the rest are the programs' defaults.
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
    ...process.env,
    SANDBOX_PORT: String(places.sandboxPort),
    SMTP_PORT: String(places.smtpPort),
    SANDBOX_DATA: resolve(places.dataDir, 'sandbox'),
    JOKKO_URL: `http://127.0.0.1:${places.apiPort}`,
  }
}

export function applicationEnvironment(places: Places, databaseUrl: string): Environment {
  return {
    SANDBOX_URL: `http://127.0.0.1:${places.sandboxPort}`,
    SMTP_URL: `smtp://127.0.0.1:${places.smtpPort}`,
    PUBLIC_URL: webUrl(places),
    ...process.env,
    PORT: String(places.apiPort),
    DATABASE_URL: databaseUrl,
  }
}

export function viteEnvironment(places: Places): Environment {
  return { ...process.env, PORT: String(places.webPort), API_URL: `http://127.0.0.1:${places.apiPort}` }
}
