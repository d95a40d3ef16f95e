// What the tests of adapters share: a server on this machine that answers as a test says, and what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export type Asked = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Stands for all tests of a file; `answer` is called once a request is read whole. */
export function answeringServer(answer: Answer): { readonly url: string; readonly asked: Asked[] } {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') })
      answer(request, response)
    })
  })
  beforeAll(() => new Promise<void>(done => server.listen(0, '127.0.0.1', done)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    asked,
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
  }
}

/** Takes the request and says nothing. */
export const silence: Answer = () => undefined

/** How long a client waits here that shall see a silence end. */
export const IMPATIENT_MS = 300
/** And one that is answered: longer than any machine that does other things beside takes for it. */
export const PATIENT_MS = 20_000

export const patienceFor = (...answers: Answer[]): number =>
  answers.includes(silence) ? IMPATIENT_MS : PATIENT_MS

export const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
