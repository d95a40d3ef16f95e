// Lets a company's HTTP service fail on purpose: no answer, a late one, a lost one, or "unavailable".
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { second } from './clock.ts'
import type { Company } from './faults.ts'
import type { World } from './world.ts'

/** How this company says that it is unavailable. */
export type UnavailableAnswer = (reply: FastifyReply) => FastifyReply

export function failOnPurpose(
  app: FastifyInstance,
  world: World,
  company: Company,
  unavailable: UnavailableAnswer,
) {
  const { faults, settings } = world
  app.addHook('onRequest', async (_request, reply) => {
    if (faults.strikes(company, 'down')) return unavailable(reply)
    if (faults.strikes(company, 'timeout')) return neverAnswer(reply, settings.silenceMs)
    const slow = faults.strikes(company, 'slow')
    if (slow) await pause(slow.delaySeconds * second)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 503 && faults.strikes(company, 'lost_answer')) request.raw.socket.destroy()
    return payload
  })
}

/** Takes the request and says nothing; the connection is cut after a while. */
export function neverAnswer(reply: FastifyReply, silenceMs: number): FastifyReply {
  reply.hijack()
  const { socket } = reply.request.raw
  const cut = setTimeout(() => socket.destroy(), silenceMs)
  cut.unref()
  socket.once('close', () => clearTimeout(cut))
  return reply
}
