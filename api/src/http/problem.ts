// Refusals: a code of the catalogue, its status, and the text in the caller's language (RFC 9457).

import type { Language } from '@jokko/contract/common'
import { type ErrorCode, errorTexts, statusOf } from '@jokko/contract/errors'
import { isErrorCode } from '@jokko/core/errors'
import type { Money } from '@jokko/core/money'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LedgerBusy } from '../ledger/commit.ts'
import { moneyText } from './money-text.ts'

export type FieldErrors = Record<string, ErrorCode[]>

/** What fills the blanks of a text; an amount is written the reader's way. */
export type Params = Record<string, string | Money>

/** Thrown by services; becomes problem+json at the edge. `params` fill the text; fields carry codes. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly params: Params
  readonly fields: FieldErrors
  readonly extra: Record<string, unknown>
  /** Whose sentence is told, where the published code names another situation. */
  readonly says: ErrorCode

  constructor(
    code: ErrorCode,
    {
      params = {},
      fields = {},
      extra = {},
      says = code,
    }: { params?: Params; fields?: FieldErrors; extra?: Record<string, unknown>; says?: ErrorCode } = {},
  ) {
    super(code)
    this.code = code
    this.params = params
    this.fields = fields
    this.extra = extra
    this.says = says
  }
}

export function textOf(code: ErrorCode, language: Language, params: Params = {}): string {
  return errorTexts[language][code].replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    return typeof value === 'string' ? value : moneyText(value, language)
  })
}

/** A sentence about a field names the one that it is said of. */
const messageIn = ({ says, fields, params }: Problem, language: Language): string =>
  textOf(says, language, { field: Object.keys(fields)[0] ?? '', ...params })

const errorsIn = ({ fields, params }: Problem, language: Language): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, codes]) => [
      field,
      codes.map(code => textOf(code, language, { field, ...params })),
    ]),
  )

export function languageOf(request: FastifyRequest): Language {
  const asked = request.headers['accept-language']?.slice(0, 2).toLowerCase()
  return asked === 'en' || asked === 'es' ? asked : 'fr'
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const language = languageOf(request)
  const status = statusOf(problem.code)
  if (status === 503 || status === 429) reply.header('retry-after', String(problem.params['seconds'] ?? '2'))
  return reply
    .code(status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send({
      type: `/docs/errors#${encodeURIComponent(problem.code)}`,
      title: problem.code,
      status,
      code: problem.code,
      message: messageIn(problem, language),
      errors: errorsIn(problem, language),
      message_fr: messageIn(problem, 'fr'),
      message_en: messageIn(problem, 'en'),
      message_es: messageIn(problem, 'es'),
      errors_fr: errorsIn(problem, 'fr'),
      errors_en: errorsIn(problem, 'en'),
      errors_es: errorsIn(problem, 'es'),
      error_codes: problem.fields,
      ...problem.extra,
      request_id: request.id,
    })
}

/** Everything that was thrown, as a refusal that says what to do; what nobody expected is logged whole. */
export function problemFrom(error: FastifyError | Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error instanceof LedgerBusy) return new Problem('service_unavailable')
  const { validation, validationContext, statusCode, code } = error as FastifyError
  if (validation) {
    const fields = fieldsOf(validation, givenIn(request, validationContext))
    const isAllMissing = Object.values(fields).every(codes => codes.every(code => code === 'is_required'))
    return new Problem(isAllMissing ? 'fields_required' : 'validation', {
      fields,
      params: boundsOf(validation),
    })
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('unsupported_media_type')
  if (statusCode === 413) return new Problem('payload_too_large')
  if (statusCode === 429) return new Problem('too_many_requests')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Problem('bad_request')
  if (isDatabaseAway(error)) return new Problem('service_unavailable')
  request.log.error({ err: error }, 'unexpected error')
  return new Problem('internal')
}

/** The part of the request that did not fit. */
function givenIn(request: FastifyRequest, part: string | undefined): unknown {
  if (part === 'querystring') return request.query
  return part === 'params' ? request.params : request.body
}

function fieldsOf(validation: NonNullable<FastifyError['validation']>, given: unknown): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of validation) {
    const path = issue.instancePath.replace(/^\//, '').split('/').filter(Boolean)
    const { keys, missingProperty } = issue.params
    if (Array.isArray(keys)) {
      for (const key of keys) fields[[...path, key].join('.')] = ['is_unknown']
      continue
    }
    const field = path.join('.') || String(missingProperty ?? 'body')
    fields[field] = [...(fields[field] ?? []), codeOf(issue, path.length > 0 && isMissing(given, path))]
  }
  return fields
}

/** What a schema's own sentence names: how many there may be at most. */
function boundsOf(validation: NonNullable<FastifyError['validation']>): Params {
  const named = validation.find(({ message, params }) => isErrorCode(message ?? '') && 'maximum' in params)
  return named ? { max: String(named.params['maximum']) } : {}
}

const isMissing = (given: unknown, path: readonly string[]): boolean =>
  path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    given,
  ) === undefined

/** A schema may name its own code; else a field is missing or not what it should be. */
function codeOf({ message }: { message?: string }, isAbsent: boolean): ErrorCode {
  if (message !== undefined && isErrorCode(message)) return message
  return isAbsent ? 'is_required' : 'is_invalid'
}

function isDatabaseAway(error: Error): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^(08|57P|53|ECONN|EPIPE)/.test(code)
}
