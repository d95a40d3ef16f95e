// Real-time events: channel names, event names and their payloads (Pusher protocol).
import * as z from 'zod/mini'
import { Id } from './common.ts'

export const versionChannel = 'version'
export const userChannel = (userId: string) => `private-user.${userId}`
export const companyChannel = (companyId: string) => `private-company.${companyId}`

export const eventNames = {
  operation: 'operation.updated',
  balance: 'balance.updated',
  user: 'user.updated',
  version: 'version.changed',
  /** Something may have been missed: read again what is shown. */
  resync: 'resync',
} as const

/** Events carry ids only; the screen re-reads what it shows. */
export const OperationUpdated = z.object({
  operation_id: Id,
  version: z.number(),
  state: z.string(),
  /** The operation that this one is a part of, as a row is of a bulk. */
  parent_id: z.nullable(Id),
})
export type OperationUpdated = z.infer<typeof OperationUpdated>
export const VersionChanged = z.object({ version: z.string() })

export const ChannelAuthRequest = z.object({
  socket_id: z.string().check(z.regex(/^\d+\.\d+$/)),
  channel_name: z.string().check(z.maxLength(120)),
})
export const ChannelAuth = z.object({ auth: z.string() })
