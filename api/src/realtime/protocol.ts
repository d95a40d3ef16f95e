// The words of the Pusher protocol, version 7: what is read from a socket, what is sent, and how a channel is signed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

export const PROTOCOL = '7'

/** After this long without a word from the other side, whoever notices asks. */
export const ACTIVITY_SECONDS = 120

export const closeCodes = {
  unknownApp: 4001,
  unsupportedProtocol: 4007,
  overCapacity: 4100,
  comeBackNow: 4200,
  pongMissing: 4201,
} as const

export const errorCodes = { unauthorised: 4009, clientEventRefused: 4301 } as const

const Channel = z.string().check(z.maxLength(120), z.regex(/^[\w.\-=@,;]+$/))

const Incoming = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('pusher:subscribe'),
    data: z.object({ channel: Channel, auth: z.optional(z.string().check(z.maxLength(200))) }),
  }),
  z.object({ event: z.literal('pusher:unsubscribe'), data: z.object({ channel: Channel }) }),
  z.object({ event: z.literal('pusher:ping') }),
  z.object({ event: z.literal('pusher:pong') }),
])
export type Incoming = z.infer<typeof Incoming>

/** Undefined for what is not in the protocol, or not served here. */
export function readMessage(text: string): Incoming | undefined {
  try {
    return Incoming.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The data of an event travels as text inside the text. */
export function message(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, ...(channel !== undefined && { channel }), data: JSON.stringify(data) })
}

export function errorMessage(code: number | null, text: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message: text } })
}

export function subscriptionError(channel: string, error: string, status: number): string {
  return JSON.stringify({
    event: 'pusher:subscription_error',
    channel,
    data: { type: 'AuthError', error, status },
  })
}

export type RealtimeKeys = { key: string; secret: string }

/** What lets this socket into this private channel. */
export function channelAuth({ key, secret }: RealtimeKeys, socketId: string, channel: string): string {
  return `${key}:${createHmac('sha256', secret).update(`${socketId}:${channel}`).digest('hex')}`
}

export function isChannelAuth(keys: RealtimeKeys, socketId: string, channel: string, given: string): boolean {
  const expected = Buffer.from(channelAuth(keys, socketId, channel))
  const offered = Buffer.from(given)
  return offered.length === expected.length && timingSafeEqual(offered, expected)
}
