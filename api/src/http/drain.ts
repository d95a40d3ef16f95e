// The end of an HTTP server that cuts nobody off: it takes no new connections, answers whatever reaches it on the old
// ones, says with each answer that it was the last, and is done when the connections are gone.
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A request may be on its way on a connection that looks idle; after this long without one, none is. */
const QUIET_MS = 250
const LOOK_MS = 25
const PATIENCE_MS = 10_000

/** To be called before the server's first request; the result ends it. */
export function drainable(server: Server): () => Promise<void> {
  let isEnding = false
  let running = 0
  let lastAt = 0
  server.prependListener('request', (_, response) => {
    running += 1
    response.once('close', () => {
      running -= 1
      lastAt = performance.now()
    })
    if (isEnding) response.setHeader('connection', 'close')
  })
  return async () => {
    isEnding = true
    lastAt = performance.now()
    const deadline = lastAt + PATIENCE_MS
    let isGone = false
    // The HTTP server's own close() would at once cut the connections that look idle.
    NetServer.prototype.close.call(server, () => {
      isGone = true
    })
    while (!isGone && performance.now() < deadline) {
      await delay(LOOK_MS)
      if (running === 0 && performance.now() - lastAt > QUIET_MS) server.closeIdleConnections()
    }
    server.closeAllConnections()
  }
}
