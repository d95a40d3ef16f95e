// Keeps simulated companies out of production: every create function of an adapter asks here first, so a
// wrong address stops the process at its start and not at the first payment.
import type { AppEnvironment } from './port.ts'

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '0.0.0.0' ||
  /^127(\.\d{1,3}){3}$/.test(host) ||
  host === '[::1]' ||
  host === '[::]' ||
  host.startsWith('[::ffff:7f')

const isSandboxName = (host: string): boolean => host.split('.').some(label => label.includes('sandbox'))

/** Throws when production is pointed at a simulated, local or unencrypted address. */
export const refuseSandbox = (
  appEnv: AppEnvironment,
  address: string,
  secureProtocol: 'https:' | 'smtps:' = 'https:',
): void => {
  if (appEnv !== 'production') return
  const url = new URL(address)
  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  if (url.protocol !== secureProtocol)
    throw new Error(`production needs ${secureProtocol}// for ${url.protocol}//${host}`)
  if (isLoopback(host) || isSandboxName(host))
    throw new Error(`production refuses the simulated or local address ${host}`)
}
