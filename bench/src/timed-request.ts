// One request over a kept connection, timed from its sending to the last byte of its answer: what a caller makes of both
// is no part of it.
import { type RequestOptions, request } from 'node:http'

export type Answer = { text: string; ms: number }

/** Answers other than 2xx are errors. */
export function timedRequest(options: RequestOptions, body?: string): Promise<Answer> {
  const started = performance.now()
  return new Promise((settle, reject) => {
    const asking = request({ host: '127.0.0.1', ...options }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const ms = performance.now() - started
        const text = Buffer.concat(parts).toString()
        if (Math.floor((answer.statusCode ?? 0) / 100) === 2) settle({ text, ms })
        else reject(new Error(`${options.path} answered ${answer.statusCode}: ${text}`))
      })
    })
    asking.on('error', reject)
    asking.end(body)
  })
}
