// A mail server that delivers everything to the world's mailbox.
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { second } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { keepMessage } from './inbox.ts'

export type MailServer = { readonly port: number; close(): Promise<void> }

const largestMail = 10 * 1024 * 1024

export async function startMailServer(world: World, report: (error: unknown) => void): Promise<MailServer> {
  const { settings } = world
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideSTARTTLS: true,
    size: largestMail,
    closeTimeout: 500,
    onAuth: (_auth, _session, answer) => answer(null, { user: 'anyone' }),
    onMailFrom: (_address, _session, answer) => {
      beforeMail(world).then(answer, answer)
    },
    onData: (stream, session, answer) => {
      receive(world, stream, session).then(answer, answer)
    },
  })
  server.on('error', report)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.smtpPort, settings.host, resolve)
  })
  const address = server.server.address() as AddressInfo
  return { port: address.port, close: () => new Promise(resolve => server.close(() => resolve())) }
}

/** Answers an error for the client, or nothing when the mail may come. */
async function beforeMail({ faults, settings }: World): Promise<Error | null> {
  if (faults.strikes('smtp', 'down')) return temporaryFailure('421 Service not available', 421)
  if (faults.strikes('smtp', 'timeout')) await pause(settings.silenceMs)
  const slow = faults.strikes('smtp', 'slow')
  if (slow) await pause(slow.delaySeconds * second)
  return null
}

async function receive(
  world: World,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<Error | null> {
  const mail = await simpleParser(stream)
  if (stream.sizeExceeded) return Object.assign(new Error('Message is too large'), { responseCode: 552 })
  const sender = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
  for (const { address } of session.envelope.rcptTo)
    keepMessage(world, {
      channel: 'mail',
      sender: mail.from?.text ?? sender,
      recipient: address,
      subject: mail.subject ?? '',
      body: mail.text ?? '',
      status: 'delivered',
      ...(typeof mail.html === 'string' ? { html: mail.html } : {}),
    })
  return world.faults.strikes('smtp', 'lost_answer') ? temporaryFailure('451 Local error', 451) : null
}

const temporaryFailure = (message: string, responseCode: number) =>
  Object.assign(new Error(message), { responseCode })
