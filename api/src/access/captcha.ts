// Proof of work against robots: a challenge that a browser solves in under a second, good once and for two minutes.
import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import { spendCaptcha } from './store.ts'

const LIFE_SECONDS = 120
const COST = 5_000

const text = z.string().check(z.maxLength(400))

const Payload = z.object({
  challenge: z.object({
    signature: z.string().check(z.minLength(1), z.maxLength(400)),
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: text,
      salt: text,
      cost: z.literal(COST),
      keyLength: z.number().check(z.int(), z.gte(1), z.lte(64)),
      keyPrefix: text,
      keySignature: z.exactOptional(text),
      expiresAt: z.number(),
    }),
  }),
  solution: z.object({
    counter: z.number().check(z.int(), z.gte(0), z.lte(1_000_000)),
    derivedKey: text,
    time: z.exactOptional(z.number()),
  }),
})

const secretsOf = ({ captchaSecret }: Deps['config']) => ({
  hmacSignatureSecret: captchaSecret,
  hmacKeySignatureSecret: `${captchaSecret}:key`,
})

/** Tries that a browser needs, on average 750: half a second on a telephone. Tests ask for fewer. */
const usualWork = () => randomInt(500, 1_000)

export async function newChallenge(
  { config }: Pick<Deps, 'config'>,
  work = usualWork(),
): Promise<Challenge & { signature: string }> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: work,
    deriveKey,
    expiresAt: new Date(Date.now() + LIFE_SECONDS * 1_000),
    ...secretsOf(config),
  })
  return { ...challenge, signature: challenge.signature ?? '' }
}

/** A proof is good once: its signature is kept until it would have expired anyway. */
export async function requireHuman(deps: Pick<Deps, 'config' | 'pool'>, payload: string): Promise<void> {
  const parsed = Payload.safeParse(decoded(payload))
  if (!parsed.success) throw notHuman()
  const { challenge, solution } = parsed.data
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(deps.config) })
  if (!verified) throw notHuman()
  const first = await spendCaptcha(deps.pool, challenge.signature, challenge.parameters.expiresAt)
  if (!first) throw notHuman()
}

function notHuman(): Problem {
  return new Problem('captcha_invalid', { fields: { captcha: ['captcha_invalid'] } })
}

function decoded(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
