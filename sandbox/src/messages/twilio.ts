// Twilio's Messages API: takes SMS and WhatsApp messages, and tells their fate to the status callback.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { second } from '../world/clock.ts'
import type { OutgoingMessage } from '../world/delivery-queue.ts'
import { hexId } from '../world/identifiers.ts'
import { failOnPurpose } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'
import { keepMessage, type MessageRow } from './inbox.ts'

type SendRequest = {
  Params: { account: string }
  Body: Partial<Record<string, string>> | undefined
}

const longestBody = 1_600
const fateAfterMs = { sent: second / 2, delivered: second }

export function openTwilio(world: World) {
  world.deliveries.signWith('twilio', (message, spoiled) => signAsTwilio(world, message, spoiled))
  for (const fate of ['sent', 'delivered'] as const)
    world.agenda.on(`twilio.${fate}`, sid => tellFate(world, sid, fate))
}

export function twilioRoutes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'twilio', reply => sendError(reply, 503, 20503, 'Service unavailable'))
  app.post<SendRequest>('/2010-04-01/Accounts/:account/Messages.json', async (request, reply) => {
    if (!isAuthentic(world, request.params.account, request.headers.authorization))
      return sendError(reply, 401, 20003, 'Authenticate')
    const { To, From, MessagingServiceSid, Body, ContentSid, ContentVariables, StatusCallback } =
      request.body ?? {}
    const text = Body ?? (ContentSid && `${ContentSid} ${ContentVariables ?? ''}`)
    if (!To || !/^(whatsapp:)?\+[1-9]\d{7,14}$/.test(To))
      return sendError(reply, 400, 21211, `The 'To' number ${To ?? ''} is not a valid phone number`)
    const from = From ?? MessagingServiceSid
    if (!from) return sendError(reply, 400, 21603, "A 'From' phone number is required")
    if (!text) return sendError(reply, 400, 21602, 'Message body is required')
    if (text.length > longestBody) return sendError(reply, 400, 21617, 'The message body is too long')
    const sid = `SM${hexId(16)}`
    world.store.transaction(() => {
      keepMessage(world, {
        sid,
        channel: To.startsWith('whatsapp:') ? 'whatsapp' : 'sms',
        sender: from,
        recipient: To,
        body: text,
        status: 'queued',
        ...(StatusCallback ? { statusCallback: StatusCallback } : {}),
      })
      for (const [fate, pause] of Object.entries(fateAfterMs))
        world.agenda.plan(`twilio.${fate}`, sid, world.clock.now() + pause)
    })
    return reply.code(201).send(messageResource(world, sid, { to: To, from, body: text }))
  })
}

function isAuthentic({ settings }: World, account: string, authorization = ''): boolean {
  const expected = Buffer.from(`${settings.twilioAccountSid}:${settings.twilioAuthToken}`)
  const given = Buffer.from(authorization.replace(/^Basic /i, ''), 'base64')
  return (
    account === settings.twilioAccountSid &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  )
}

function sendError(reply: FastifyReply, status: number, code: number, message: string) {
  return reply
    .code(status)
    .send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
}

function messageResource(world: World, sid: string, message: { to: string; from: string; body: string }) {
  const { twilioAccountSid } = world.settings
  const created = new Date(world.clock.now()).toUTCString()
  return {
    sid,
    account_sid: twilioAccountSid,
    messaging_service_sid: message.from.startsWith('MG') ? message.from : null,
    to: message.to,
    from: message.from,
    body: message.body,
    status: 'queued',
    direction: 'outbound-api',
    num_segments: String(Math.ceil(message.body.length / 153)),
    num_media: '0',
    error_code: null,
    error_message: null,
    price: null,
    price_unit: 'USD',
    api_version: '2010-04-01',
    date_created: created,
    date_updated: created,
    date_sent: null,
    uri: `/2010-04-01/Accounts/${twilioAccountSid}/Messages/${sid}.json`,
  }
}

function tellFate(world: World, sid: string, fate: string) {
  const { store, settings, deliveries } = world
  store.run('update messages set status = ? where sid = ?', fate, sid)
  const row = store.get<MessageRow>('select * from messages where sid = ?', sid)
  if (!row?.status_callback || !URL.canParse(row.status_callback)) return
  const prefix = row.channel === 'whatsapp' ? 'whatsapp:' : ''
  deliveries.enqueue({
    company: 'twilio',
    eventId: `${sid} ${fate}`,
    url: row.status_callback,
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({
      AccountSid: settings.twilioAccountSid,
      ApiVersion: '2010-04-01',
      From: row.sender,
      MessageSid: sid,
      MessageStatus: fate,
      SmsSid: sid,
      SmsStatus: fate,
      To: `${prefix}${row.recipient}`,
    }).toString(),
    signer: '',
  })
}

function signAsTwilio({ settings }: World, message: OutgoingMessage, spoiled: boolean) {
  const token = spoiled ? 'not the token' : settings.twilioAuthToken
  return { 'x-twilio-signature': twilioSignature(token, message.url, new URLSearchParams(message.body)) }
}

/** Base64 HMAC-SHA1 over the full address and the form's fields in alphabetical order, name and value glued. */
export function twilioSignature(authToken: string, url: string, form: Iterable<[string, string]>): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signed = url + fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(signed).digest('base64')
}
