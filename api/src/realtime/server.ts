// The live connections of this process: who may connect and subscribe, within limits, and how long they stay.
import { randomInt } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { eventNames, versionChannel } from '@jokko/contract/realtime'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Listener } from '../db/listener.ts'
import type { Deps } from '../deps.ts'
import { tellOperations } from './events.ts'
import {
  ACTIVITY_SECONDS,
  closeCodes,
  errorCodes,
  errorMessage,
  isChannelAuth,
  message,
  PROTOCOL,
  readMessage,
  subscriptionError,
} from './protocol.ts'
import { type Connection, createRooms, write } from './rooms.ts'

const MESSAGE_MAX_BYTES = 10_000
const CHANNELS_MAX = 20
const SOCKETS_MAX = 10_000
const CHECK_MS = 15_000
const PONG_WITHIN_MS = 30_000
const CLOSE_WITHIN_MS = 1_000

export type Realtime = {
  /** Serves `/app/{key}` of this server. */
  attach(server: Server): void
  close(code?: number): Promise<void>
}

export type RealtimeLimits = {
  sockets?: number
  activityMs?: number
  pongWithinMs?: number
  checkMs?: number
}

type RealtimeDeps = Pick<Deps, 'config' | 'pool' | 'log'>

export function createRealtime(
  deps: RealtimeDeps,
  listener: Listener,
  limits: RealtimeLimits = {},
): Realtime {
  const { config, log } = deps
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES })
  const rooms = createRooms()

  function open(socket: WebSocket, request: IncomingMessage): void {
    socket.on('error', error => log.debug({ error: error.message }, 'a live connection failed'))
    const isFull = rooms.connections.size >= (limits.sockets ?? SOCKETS_MAX)
    const refusal = refusalOf(request, config.realtime.key, isFull)
    if (refusal) {
      socket.send(errorMessage(refusal.code, refusal.text))
      socket.close(refusal.code, refusal.text)
      return
    }
    const id = `${randomInt(1, 2 ** 32)}.${randomInt(1, 2 ** 32)}`
    const connection: Connection = {
      id,
      socket,
      channels: new Set(),
      heardAt: Date.now(),
      askedAt: undefined,
    }
    rooms.enter(connection)
    socket.on('message', data => hear(connection, data))
    socket.on('close', () => rooms.exit(connection))
    write(
      connection,
      message('pusher:connection_established', { socket_id: id, activity_timeout: ACTIVITY_SECONDS }),
    )
  }

  function hear(connection: Connection, data: RawData): void {
    connection.heardAt = Date.now()
    connection.askedAt = undefined
    const incoming = readMessage(String(data))
    if (!incoming) {
      write(connection, errorMessage(errorCodes.clientEventRefused, 'This message is not served here'))
    } else if (incoming.event === 'pusher:ping') write(connection, message('pusher:pong', {}))
    else if (incoming.event === 'pusher:unsubscribe') rooms.leave(connection, incoming.data.channel)
    else if (incoming.event === 'pusher:subscribe') {
      subscribe(connection, incoming.data.channel, incoming.data.auth)
    }
  }

  function subscribe(connection: Connection, channel: string, auth = ''): void {
    const isOpen =
      channel === versionChannel ||
      (channel.startsWith('private-') && isChannelAuth(config.realtime, connection.id, channel, auth))
    if (!isOpen) {
      write(connection, subscriptionError(channel, 'This channel is not open to this connection', 401))
    } else if (connection.channels.size >= CHANNELS_MAX) {
      write(connection, subscriptionError(channel, `At most ${CHANNELS_MAX} channels`, 403))
    } else {
      rooms.join(connection, channel)
      write(connection, message('pusher_internal:subscription_succeeded', {}, channel))
      if (channel === versionChannel)
        write(connection, message(eventNames.version, { version: config.version }, channel))
    }
  }

  const checking = setInterval(() => {
    for (const connection of rooms.connections) checkAlive(connection, limits)
  }, limits.checkMs ?? CHECK_MS)
  checking.unref()
  tellOperations(deps, listener, rooms)

  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        if (!urlOf(request)?.pathname.startsWith('/app/')) return refuseUpgrade(socket)
        sockets.handleUpgrade(request, socket, head, opened => open(opened, request))
      })
    },
    async close(code = closeCodes.comeBackNow) {
      clearInterval(checking)
      // First of all, let nobody in: a browser that comes back at once would keep the server from ending.
      sockets.close()
      await closeAll([...rooms.connections], code)
    },
  }
}

const urlOf = (request: IncomingMessage): URL | null => URL.parse(request.url ?? '/', 'http://localhost')

function refuseUpgrade(socket: Duplex): void {
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

/** The protocol wants the reason told on an open connection. */
function refusalOf(
  request: IncomingMessage,
  key: string,
  isFull: boolean,
): { code: number; text: string } | undefined {
  const url = urlOf(request)
  if (url?.pathname !== `/app/${key}`) return { code: closeCodes.unknownApp, text: 'Unknown application key' }
  if (url.searchParams.get('protocol') !== PROTOCOL) {
    return { code: closeCodes.unsupportedProtocol, text: `Only protocol ${PROTOCOL} is spoken here` }
  }
  return isFull ? { code: closeCodes.overCapacity, text: 'Over capacity' } : undefined
}

/** Who was silent for long is asked once; who does not answer is let go. */
function checkAlive(connection: Connection, limits: RealtimeLimits): void {
  const { activityMs = ACTIVITY_SECONDS * 1000, pongWithinMs = PONG_WITHIN_MS } = limits
  const now = Date.now()
  if (connection.askedAt !== undefined) {
    if (now - connection.askedAt > pongWithinMs) connection.socket.close(closeCodes.pongMissing, 'No pong')
  } else if (now - connection.heardAt > activityMs) {
    connection.askedAt = now
    write(connection, message('pusher:ping', {}))
  }
}

async function closeAll(connections: readonly Connection[], code: number): Promise<void> {
  const closed = connections.map(
    ({ socket }) => new Promise<void>(resolve => socket.once('close', () => resolve())),
  )
  for (const { socket } of connections) socket.close(code, 'Come back')
  await Promise.race([Promise.all(closed), delay(CLOSE_WITHIN_MS, undefined, { ref: false })])
  for (const { socket } of connections) socket.terminate()
}
