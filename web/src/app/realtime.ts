// The live connection: the server says what changed, by id; the screens read it again.
// pusher-js is loaded only once someone is signed in.

import type { ChannelAuth, eventNames, OperationUpdated, versionChannel } from '@jokko/contract/realtime'
import type Pusher from 'pusher-js'
import type { Channel } from 'pusher-js'
import type * as z from 'zod/mini'
import { api } from './client.ts'
import { configQuery } from './config.ts'
import { queryClient, readAgain } from './query.ts'
import { currentUserQuery } from './session.tsx'

type RealtimeHandlers = {
  readonly onOperation: (event: OperationUpdated) => void
  readonly onVersion: (version: string) => void
}

const subscribeAgainMs = 5000
const connectAgainMs = 30_000

/** The contract's names, checked by their types: importing them would bring the schemas along. */
const events: typeof eventNames = {
  operation: 'operation.updated',
  balance: 'balance.updated',
  user: 'user.updated',
  version: 'version.changed',
  resync: 'resync',
}
const publicChannel: typeof versionChannel = 'version'

async function openConnection(): Promise<Pusher> {
  const [{ default: PusherClient }, config] = await Promise.all([
    import('pusher-js'),
    queryClient.ensureQueryData(configQuery),
  ])
  const port = Number(location.port || (location.protocol === 'https:' ? 443 : 80))
  return new PusherClient(config.realtime_key, {
    cluster: '',
    wsHost: location.hostname,
    wsPort: port,
    wssPort: port,
    forceTLS: location.protocol === 'https:',
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) => {
        api
          .post<z.infer<typeof ChannelAuth>>('/broadcasting/auth', {
            body: { socket_id: socketId, channel_name: channelName },
            isSessionProbe: true,
          })
          .then(
            answer => done(null, answer),
            (error: Error) => done(error, null),
          )
      },
    },
  })
}

const readEverythingAgain = () => void readAgain(queryClient)
const readPersonAgain = () => void readAgain(queryClient, ['current-user'])

const paceMs = 1000

/** At once, and then once in a while: many moves in a row, as of the rows of a bulk, are read together. */
function paced(read: () => void): () => void {
  let isPausing = false
  let isWanted = false
  const run = () => {
    isWanted = isPausing
    if (isPausing) return
    read()
    isPausing = true
    setTimeout(() => {
      isPausing = false
      if (isWanted) run()
    }, paceMs)
  }
  return run
}

/** What happened before the channels were open, at first or after a broken connection, was not told: read once more. */
function catchUp(pusher: Pusher, channels: readonly Channel[]): void {
  for (const channel of channels) {
    channel.bind('pusher:subscription_succeeded', () => {
      if (channels.every(({ subscribed }) => subscribed)) readEverythingAgain()
    })
    channel.bind('pusher:subscription_error', () => {
      setTimeout(() => {
        // A connection that is made anew opens its channels by itself.
        if (pusher.connection.state === 'connected') channel.subscribe()
      }, subscribeAgainMs)
    })
  }
}

function listen(pusher: Pusher, names: readonly string[], handlers: RealtimeHandlers): void {
  const readOperations = paced(readEverythingAgain)
  const readBalance = paced(readPersonAgain)
  const channels = names.map(name => pusher.subscribe(name))
  catchUp(pusher, channels)
  for (const channel of channels) {
    channel.bind(events.operation, (event: OperationUpdated) => {
      readOperations()
      handlers.onOperation(event)
    })
    channel.bind(events.balance, readBalance)
    channel.bind(events.user, readPersonAgain)
    channel.bind(events.resync, readEverythingAgain)
  }
  pusher.subscribe(publicChannel).bind(events.version, (event: { version: string }) => {
    handlers.onVersion(event.version)
  })
}

/** Connects and listens; returns what closes it. */
export function startRealtime(channels: readonly string[], handlers: RealtimeHandlers): () => void {
  let pusher: Pusher | undefined
  let isClosed = false
  let again: ReturnType<typeof setTimeout> | undefined
  const connect = () =>
    openConnection().then(
      opened => {
        if (isClosed) opened.disconnect()
        else {
          pusher = opened
          listen(opened, channels, handlers)
        }
      },
      () => {
        if (isClosed) return
        // Without a live connection the screens still read on focus and on every visit.
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
        again = setTimeout(connect, connectAgainMs)
      },
    )
  void connect()
  return () => {
    isClosed = true
    clearTimeout(again)
    pusher?.disconnect()
  }
}
