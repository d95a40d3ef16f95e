// Text that the database cannot keep is the caller's mistake, told at its field, and not a fault of ours.
import type { FastifyRequest } from 'fastify'
import { type FieldErrors, Problem } from './problem.ts'

/** A preValidation hook. The null character and halves of a surrogate pair are in nobody's name or reason. */
export async function requireStorableText({ body, query, params }: FastifyRequest): Promise<void> {
  const fields: FieldErrors = {}
  for (const part of [body, query, params]) {
    if (isStorableWhole(part)) continue
    for (const path of unstorable(part)) fields[path || 'body'] = ['is_invalid']
  }
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Nearly always the answer, and much cheaper than the way to each place: a body may hold ten thousand rows. */
function isStorableWhole(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (value === null || typeof value !== 'object') return true
  const body = value as Readonly<Record<string, unknown>>
  return Object.keys(body).every(key => isStorable(key) && isStorableWhole(body[key]))
}

function* unstorable(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'string' && !isStorable(value)) yield path
  if (value === null || typeof value !== 'object') return
  for (const [key, inner] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`
    if (isStorable(key)) yield* unstorable(inner, place)
    else yield path
  }
}
