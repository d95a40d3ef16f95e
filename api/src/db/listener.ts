// One LISTEN connection per process, which reconnects and listens again by itself.
import pg from 'pg'
import type { Logger } from 'pino'

type Handler = (payload: string) => void | Promise<void>

export type Listener = {
  on(channel: string, handler: Handler): void
  /** Called after a lost connection is back: whatever was told meanwhile is lost and must be re-read. */
  onReconnect(handler: () => void): void
  close(): Promise<void>
}

const RETRY_MS = 500

export async function listen(url: string, log: Logger): Promise<Listener> {
  const handlers = new Map<string, Handler[]>()
  const reconnected: (() => void)[] = []
  let client: pg.Client | undefined
  let closed = false
  let asked: Promise<void> = Promise.resolve()

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    fresh.on('error', error => log.warn({ error: error.message }, 'listening connection lost'))
    fresh.on('end', () => {
      if (!closed && client === fresh) void reconnect()
    })
    fresh.on('notification', message => {
      for (const handler of handlers.get(message.channel) ?? []) void run(handler, message.payload ?? '')
    })
    await fresh.connect()
    client = fresh
    for (const channel of handlers.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      try {
        await connect()
        for (const handler of reconnected) handler()
        return
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'listening connection not back yet')
      }
    }
  }

  async function run(handler: Handler, payload: string): Promise<void> {
    try {
      await handler(payload)
    } catch (error) {
      log.error({ err: error }, 'a notification could not be handled')
    }
  }

  await connect()
  return {
    on(channel, handler) {
      const known = handlers.get(channel)
      if (known) known.push(handler)
      else {
        handlers.set(channel, [handler])
        // One after the other: a connection works on one statement at a time.
        asked = asked.then(() =>
          run(async () => {
            await client?.query(`listen ${pg.escapeIdentifier(channel)}`)
          }, ''),
        )
      }
    },
    onReconnect: handler => reconnected.push(handler),
    async close() {
      closed = true
      await asked
      await client?.end()
    },
  }
}
