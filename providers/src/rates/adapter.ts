// Rates that float. The francs of the CFA zones are fixed by law and are not asked for.
import { refuseSandbox } from '../environment.ts'
import type { AppEnvironment, Rates } from '../port.ts'
import { type RatesConnection, ratesClient } from './client.ts'
import { eurGnfFrom } from './transform.ts'

export type RatesConfig = RatesConnection & { readonly appEnv: AppEnvironment }

export const createRates = (config: RatesConfig): Rates => {
  refuseSandbox(config.appEnv, config.url)
  const client = ratesClient(config)
  return {
    eurGnf: async at => {
      const result = await client.latest(['EUR', 'GNF'])
      return result.kind === 'ok'
        ? eurGnfFrom(result.body, at)
        : { kind: 'unavailable', detail: result.detail }
    },
  }
}
