// The partner network's refusals.
import type { FastifyReply } from 'fastify'

export class PartnerRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const sendRefusal = (reply: FastifyReply, { status, code, message }: PartnerRefusal) =>
  reply.code(status).send({ error: { code, message } })
