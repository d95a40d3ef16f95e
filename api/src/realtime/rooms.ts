// Who listens to which channel in this process, and how something is said to a channel.
import { versionChannel } from '@jokko/contract/realtime'
import { WebSocket } from 'ws'
import { message } from './protocol.ts'

/** A reader this far behind is cut off, and reads everything again when it is back. */
const UNREAD_MAX_BYTES = 1_000_000

export type Connection = {
  readonly id: string
  readonly socket: WebSocket
  readonly channels: Set<string>
  heardAt: number
  askedAt: number | undefined
}

export type Audience = {
  /** Nobody listens here, so nothing has to be looked up. */
  isEmpty(): boolean
  send(channel: string, event: string, data: unknown): void
  /** To every private channel that somebody listens to. */
  sendToAll(event: string, data: unknown): void
}

export type Rooms = Audience & {
  readonly connections: ReadonlySet<Connection>
  enter(connection: Connection): void
  exit(connection: Connection): void
  join(connection: Connection, channel: string): void
  leave(connection: Connection, channel: string): void
}

export function createRooms(): Rooms {
  const connections = new Set<Connection>()
  const rooms = new Map<string, Set<Connection>>()

  function leave(connection: Connection, channel: string): void {
    connection.channels.delete(channel)
    const members = rooms.get(channel)
    members?.delete(connection)
    if (members?.size === 0) rooms.delete(channel)
  }

  function send(channel: string, event: string, data: unknown): void {
    const members = rooms.get(channel)
    if (!members) return
    const text = message(event, data, channel)
    for (const member of members) write(member, text)
  }

  return {
    connections,
    enter: connection => connections.add(connection),
    exit(connection) {
      connections.delete(connection)
      for (const channel of connection.channels) leave(connection, channel)
    },
    join(connection, channel) {
      connection.channels.add(channel)
      const members = rooms.get(channel) ?? new Set()
      rooms.set(channel, members.add(connection))
    },
    leave,
    isEmpty: () => connections.size === 0,
    send,
    sendToAll(event, data) {
      for (const channel of rooms.keys()) if (channel !== versionChannel) send(channel, event, data)
    },
  }
}

export function write({ socket }: Connection, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > UNREAD_MAX_BYTES) socket.terminate()
  else socket.send(text)
}
