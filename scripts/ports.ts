// Ports: whether the wanted ones are free, told before anything is started, and a free one for what nobody addresses.
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

/** Throws a sentence that says what to do when a port is taken. */
export async function requireFreePorts(ports: readonly { name: string; port: number }[]): Promise<void> {
  for (const { name, port } of ports) {
    const free = (await isFree(port, '127.0.0.1')) && (await isFree(port, undefined))
    if (free) continue
    throw new Error(
      `Port ${port} is used by another program. End that program, or choose another port: ${name}=${port + 100} npm start`,
    )
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((settle, reject) => server.once('error', reject).listen(0, '127.0.0.1', settle))
  const address = server.address()
  await new Promise(settle => server.close(settle))
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.')
  return address.port
}
