// What a stopping server owes to those who are connected.
import { once } from 'node:events'
import { Agent, createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drainable } from './drain.ts'

let server: Server
let agent: Agent
let drain: () => Promise<void>
/** Lets the request to /slow end. */
let release: () => void

beforeEach(async () => {
  const held = Promise.withResolvers<void>()
  release = held.resolve
  server = createServer((request, response) => {
    void (request.url === '/slow' ? held.promise : Promise.resolve()).then(() => response.end('done'))
  })
  drain = drainable(server)
  agent = new Agent({ keepAlive: true })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
})

type Answer = { status: number; connection: string | undefined }

function ask(path: string): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  return askAt(port, path)
}

function askAt(port: number, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port, path }, answer => {
      answer.resume()
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
      )
    }).on('error', reject)
  })
}

test('what runs ends, what comes on an open connection is the last there, and nobody else is let in', async () => {
  const { port } = server.address() as AddressInfo
  await ask('/warm')
  const slow = ask('/slow')
  await once(server, 'request')
  const drained = drain()
  await expect(askAt(port, '/new')).rejects.toThrow('ECONNREFUSED')
  release()
  expect(await slow).toEqual({ status: 200, connection: 'keep-alive' })
  expect(await askAt(port, '/again')).toEqual({ status: 200, connection: 'close' })
  await drained
})

test('a connection on which nothing comes any more does not hold the end up', async () => {
  await ask('/warm')
  expect(Object.keys(agent.freeSockets)).toHaveLength(1)
  await drain()
  expect(Object.keys(agent.freeSockets)).toHaveLength(0)
})

test('a server that never listened is drained at once', async () => {
  await drainable(createServer())()
})
