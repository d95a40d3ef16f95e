// Passwords as they are kept: argon2id, computed on the thread pool, in the usual text form that names its cost.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's first choice for little memory: 19 MiB, two passes, one lane. */
type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

const keptForm = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

function write({ memory, passes, parallelism }: Cost, salt: Uint8Array, hash: Uint8Array): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** The same characters, however the keyboard composed them. */
const hashOf = (text: string, salt: Buffer, length: number, how: Cost): Promise<Buffer> => {
  const parameters: Argon2Parameters = {
    message: text.normalize('NFKC'),
    nonce: salt,
    tagLength: length,
    ...how,
  }
  return derive('argon2id', parameters)
}

export async function hashPassword(text: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return write(cost, salt, await hashOf(text, salt, HASH_BYTES, cost))
}

export async function verifyPassword(text: string, kept: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = keptForm.exec(kept) ?? []
  if (memory === undefined) throw new Error('a kept password is not in the form this program writes')
  const how = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(hash, 'base64')
  const actual = await hashOf(text, Buffer.from(salt, 'base64'), expected.length, how)
  return timingSafeEqual(actual, expected)
}

/** What an unknown address is checked against, so that its refusal takes as long as any other. Nobody's password. */
export const nobodysHash = write(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))
