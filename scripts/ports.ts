// Ports: whether the wanted ones are free, told before anything is started, and a free one for what nobody addresses.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

async function isFree(port: number, host: string | undefined): Promise<boolean> {
  const server = createServer()
  return new Promise((settle, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no such address; then nothing else can hold the port there.
      if (error.code === 'EADDRINUSE') settle(false)
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') settle(true)
      else reject(error)
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => settle(true)))
  })
}

type WantedPort = { readonly name: string; readonly port: number }

/** Throws a sentence that names every port that is taken, and says what to do. */
export async function requireFreePorts(ports: readonly WantedPort[], command: string): Promise<void> {
  const taken: WantedPort[] = []
  for (const wanted of ports) {
    const free = (await isFree(wanted.port, '127.0.0.1')) && (await isFree(wanted.port, undefined))
    if (!free) taken.push(wanted)
  }
  if (taken.length === 0) return
  const numbers = taken.map(({ port }) => port).join(' and ')
  const others = taken.map(({ name, port }) => `${name}=${port + 100}`).join(' ')
  throw new Error(
    taken.length === 1
      ? `Port ${numbers} is used by another program. End that program, or choose another port: ${others} ${command}`
      : `Ports ${numbers} are used by other programs. End those programs, or choose other ports: ${others} ${command}`,
  )
}

/** Below the ports that systems give to outgoing connections, of which one might get it before its program listens. */
const OURS = { from: 20_000, to: 32_000 }
const TRIES = 50
/** Who asks for several at once gets several. */
const given = new Set<number>()

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(OURS.from, OURS.to)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port, '127.0.0.1')) return port
  }
  throw new Error(`No port from ${OURS.from} to ${OURS.to} seems to be free.`)
}
