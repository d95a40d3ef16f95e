// Every request names its client in a custom header, which no foreign page can send without permission.
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Problem } from './problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Reading is free; whatever changes something must carry the key. It names the client and is no secret. */
export function requireClientKey({ config }: Deps) {
  return async (request: FastifyRequest): Promise<void> => {
    if (SAFE.has(request.method)) return
    if (request.headers['x-client-key'] !== config.clientKey) throw new Problem('client_key_missing')
  }
}
