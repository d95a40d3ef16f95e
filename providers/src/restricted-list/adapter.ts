// Who pays by bank transfer only, from a sheet that others keep.
import { refuseSandbox } from '../environment.ts'
import type { AppEnvironment, RestrictedList } from '../port.ts'
import { type RestrictedListConnection, restrictedListClient } from './client.ts'
import { peopleIn } from './transform.ts'

export type RestrictedListConfig = RestrictedListConnection & { readonly appEnv: AppEnvironment }

export const createRestrictedList = (config: RestrictedListConfig): RestrictedList => {
  refuseSandbox(config.appEnv, config.url)
  const client = restrictedListClient(config)
  return {
    read: async () => {
      const result = await client.sheet()
      if (result.kind === 'failed') return { kind: 'unavailable', detail: result.detail }
      const sheet = peopleIn(result.text)
      return sheet ? { kind: 'read', ...sheet } : { kind: 'unavailable', detail: 'what came is not the list' }
    },
  }
}
