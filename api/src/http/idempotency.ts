// The Idempotency-Key of a command: whose it is, and what it was sent with.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'
import { callerOf } from './session.ts'

export type CommandKey = { scope: string; key: string; body_hash: string }

const KEY = /^[A-Za-z0-9_-]{8,80}$/

/** The same key with the same body has one effect and one answer; with another body it is refused (422). */
export const commandKey = (request: FastifyRequest): CommandKey =>
  commandKeyOf(request, `user:${callerOf(request).userId}`)

/** `scope`: whose key it is, where no person calls. */
export function commandKeyOf(request: FastifyRequest, scope: string): CommandKey {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !KEY.test(key)) throw new Problem('idempotency_key_missing')
  return {
    scope,
    key,
    body_hash: hashBody(`${request.method} ${request.routeOptions.url} ${request.url}`, request.body),
  }
}

export function hashBody(what: string, body: unknown): string {
  return hash('sha256', what + (JSON.stringify(sorted(body)) ?? ''))
}

/** Two bodies that differ only in the order of their keys are the same. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
