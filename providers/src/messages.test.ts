// Mail, SMS and WhatsApp against the simulated companies, as people would find them in their inbox.
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { ask, shareWorld, tell, type WebhookListener } from '@jokko/sandbox/testing'
import { describe, expect, test, vi } from 'vitest'
import { createMessages } from './messages.ts'
import type { Messages, OutgoingMessage } from './port.ts'
import { createSmtp } from './smtp/adapter.ts'
import { PATIENT_MS } from './testing.ts'
import { createTwilio, type Twilio } from './twilio/adapter.ts'

let listener: WebhookListener
let sandbox: Sandbox
let twilio: Twilio
let messages: Messages

shareWorld(world => {
  ;({ listener, sandbox } = world)
  const appEnv = 'test' as const
  twilio = createTwilio({
    appEnv,
    url: sandbox.url,
    accountSid: sandbox.settings.twilioAccountSid,
    authToken: sandbox.settings.twilioAuthToken,
    from: '+15005550006',
    statusCallback: `${listener.url}/api/v1/webhooks/twilio`,
    timeoutMs: PATIENT_MS,
  })
  const smtp = createSmtp({
    appEnv,
    url: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    from: { name: 'Jokko', address: 'no-reply@jokko.example' },
    timeoutMs: PATIENT_MS,
  })
  messages = createMessages(smtp, twilio.phone)
})

type Received = { channel: string; to: string; subject: string; text: string; html?: string }

const inboxOf = async (to: string): Promise<Received[]> =>
  (await ask(sandbox, `/inbox?to=${encodeURIComponent(to)}`)).body as Received[]

const fault = (provider: string, kind: string) => tell(sandbox, '/control/faults', { provider, fault: kind })

describe('mail', () => {
  const email: OutgoingMessage = {
    channel: 'email',
    messageId: 'msg_1',
    to: 'awa@example.org',
    toName: 'Awa\r\nBcc: everyone@example.org',
    subject: 'Votre transfert\r\nBcc: everyone@example.org',
    text: 'Bonjour Aïssatou,\n\nhttps://jokko.example/t/1',
    language: 'fr',
  }

  test('arrives as text and as HTML, with accents, at one person only', async () => {
    expect(await messages.send(email)).toEqual({
      kind: 'accepted',
      providerId: '<msg_1@jokko.example>',
    })
    const [mail] = await inboxOf('awa@example.org')
    expect(mail).toMatchObject({ channel: 'mail', subject: 'Votre transfert Bcc: everyone@example.org' })
    expect(mail?.text).toContain('Bonjour Aïssatou')
    expect(mail?.html).toContain('<a href="https://jokko.example/t/1">')
    expect(await inboxOf('everyone@example.org')).toEqual([])
  })

  test('to something that is no address is declined', async () => {
    expect(await messages.send({ ...email, to: 'awa' })).toMatchObject({
      kind: 'declined',
      code: 'invalid_recipient',
    })
  })

  test('waits while the server is down, whether it says so or is not there', async () => {
    await fault('smtp', 'down')
    expect(await messages.send(email)).toMatchObject({ kind: 'retryable', reason: 'operator_down' })
    const nowhere = createSmtp({
      appEnv: 'test',
      url: 'smtp://127.0.0.1:1',
      from: { name: 'Jokko', address: 'no-reply@jokko.example' },
      timeoutMs: PATIENT_MS,
    })
    expect(await createMessages(nowhere, twilio.phone).send(email)).toMatchObject({
      kind: 'retryable',
      reason: 'unreachable',
    })
  })

  test('production wants it encrypted', () => {
    const from = { name: 'Jokko', address: 'no-reply@jokko.example' }
    const create = (url: string) => createSmtp({ appEnv: 'production', url, from, timeoutMs: PATIENT_MS })
    expect(() => create('smtp://mail.example:25')).toThrow()
    expect(() => create('smtps://user:secret@mail.example')).not.toThrow()
  })
})

describe.each(['sms', 'whatsapp'] as const)('%s', channel => {
  const message: OutgoingMessage = {
    channel,
    messageId: 'msg_2',
    to: '+2250701020304',
    text: 'Kouamé, 1 234',
  }

  test('arrives', async () => {
    expect(await messages.send(message)).toMatchObject({ kind: 'accepted' })
    expect(await inboxOf('+2250701020304')).toMatchObject([{ channel, text: 'Kouamé, 1 234' }])
  })

  test('and its fate is told, signed', async () => {
    const sent = await messages.send(message)
    await vi.waitFor(() => expect(listener.received).toHaveLength(2), PATIENT_MS)
    const answers = listener.received.map(({ headers, body, path }) =>
      twilio.webhooks.receive({
        rawBody: Buffer.from(body),
        headers,
        url: `${listener.url}${path}`,
        receivedAt: new Date(0),
      }),
    )
    const objectId = sent.kind === 'accepted' ? sent.providerId : ''
    expect(answers).toMatchObject([
      { kind: 'event', event: { type: 'message.sent', objectId } },
      { kind: 'event', event: { type: 'message.delivered', objectId } },
    ])
  })

  test('to a wrong number is declined, by us and by them', async () => {
    const declined = { kind: 'declined', code: 'invalid_recipient' }
    expect(await messages.send({ ...message, to: '0701020304' })).toMatchObject(declined)
    expect(await messages.send({ ...message, to: '+1234567' })).toMatchObject({
      ...declined,
      providerCode: '21211',
    })
  })

  test('waits while Twilio is down, and is unknown when the answer is lost', async () => {
    await fault('twilio', 'down')
    expect(await messages.send(message)).toMatchObject({ kind: 'retryable', reason: 'operator_down' })
    await fault('twilio', 'none')
    await fault('twilio', 'lost_answer')
    expect(await messages.send(message)).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
  })
})

test('a refused token is ours to repair', async () => {
  const { phone } = createTwilio({
    appEnv: 'test',
    url: sandbox.url,
    accountSid: sandbox.settings.twilioAccountSid,
    authToken: 'wrong',
    from: '+15005550006',
    timeoutMs: PATIENT_MS,
  })
  expect(await phone.send({ channel: 'sms', messageId: 'm', to: '+2250701020304', text: 'x' })).toMatchObject(
    {
      kind: 'retryable',
      reason: 'not_authorised',
    },
  )
})
