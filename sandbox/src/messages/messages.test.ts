// SMS, WhatsApp and mail in, the inbox out, and what Twilio tells about its messages.
import { createConnection } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import { advance, ask, shareWorld, tell, type WebhookListener } from '../testing.ts'
import { twilioSignature } from './twilio.ts'

let listener: WebhookListener
let sandbox: Sandbox

shareWorld(world => {
  ;({ listener, sandbox } = world)
})

const sendMessage = (form: Record<string, string>, token = sandbox.settings.twilioAuthToken) => {
  const sid = sandbox.settings.twilioAccountSid
  return ask(sandbox, `/2010-04-01/Accounts/${sid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    body: new URLSearchParams(form),
  })
}

const inbox = async (query = '') => (await ask(sandbox, `/inbox${query}`)).body

describe('Twilio', () => {
  const message = { To: '+2250700112233', From: '+15005550006', Body: 'Votre code : 123456' }

  test('201 with the documented fields, and the text is in the inbox', async () => {
    const answer = await sendMessage(message)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
        status: 'queued',
        direction: 'outbound-api',
        to: message.To,
        body: message.Body,
        error_code: null,
      },
    })
    expect(await inbox('?to=%2B2250700112233')).toMatchObject([
      { channel: 'sms', to: '+2250700112233', text: 'Votre code : 123456', at: expect.any(String) },
    ])
    expect(await inbox('?to=+2250700112233')).toHaveLength(1)
  })

  test('WhatsApp reaches the same phone', async () => {
    await sendMessage({ ...message, To: 'whatsapp:+2250700112233', From: 'whatsapp:+15005550006' })
    expect(await inbox('?to=%2B2250700112233&channel=whatsapp')).toMatchObject([{ channel: 'whatsapp' }])
    expect(await inbox('?channel=sms')).toEqual([])
  })

  test('tells the callback sent, then delivered, signed', async () => {
    const callback = `${listener.url}/api/v1/webhooks/twilio?x=1`
    await sendMessage({ ...message, StatusCallback: callback })
    await advance(sandbox, 2)
    const forms = listener.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    expect(forms).toMatchObject([
      { MessageStatus: 'sent', To: message.To },
      { MessageStatus: 'delivered', AccountSid: sandbox.settings.twilioAccountSid },
    ])
    for (const { headers, body } of listener.received)
      expect(headers['x-twilio-signature']).toBe(
        twilioSignature(sandbox.settings.twilioAuthToken, callback, new URLSearchParams(body)),
      )
  })

  test('the signature of the known example', () => {
    const form = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+22507000000' }
    expect(twilioSignature('tok', 'https://x.test/hooks/twilio', Object.entries(form))).toBe(
      '4rpGi9uF4HL6YTY1dNZfvlGQ8II=',
    )
  })

  test.each([
    ['the number is none', { To: '0700112233' }, 400, 21211],
    ['there is no sender', { From: '' }, 400, 21603],
    ['there is no text', { Body: '' }, 400, 21602],
    ['the text is too long', { Body: 'x'.repeat(1_601) }, 400, 21617],
  ])('refused when %s', async (_name, change, status, code) => {
    const answer = await sendMessage({ ...message, ...change })
    expect(answer).toMatchObject({ status, body: { code, status, message: expect.any(String) } })
    expect(await inbox()).toEqual([])
  })

  test('401 with a wrong token', async () => {
    expect(await sendMessage(message, 'wrong')).toMatchObject({ status: 401, body: { code: 20003 } })
  })
})

/** Speaks SMTP line by line and answers the server's last reply. */
async function deliverMail(recipients: string[], mail: string): Promise<string> {
  const socket = createConnection({ port: sandbox.smtpPort, host: '127.0.0.1' })
  socket.setEncoding('utf8')
  const replies = socket[Symbol.asyncIterator]()
  const reply = async () => String((await replies.next()).value)
  await reply()
  const lines = [
    'HELO test',
    'MAIL FROM:<no-reply@jokko.example>',
    ...recipients.map(recipient => `RCPT TO:<${recipient}>`),
    'DATA',
    `${mail}\r\n.`,
  ]
  let last = ''
  for (const line of lines) {
    socket.write(`${line}\r\n`)
    last = await reply()
    if (/^[45]/.test(last)) break
  }
  socket.destroy()
  return last
}

const mail = [
  'From: Jokko <no-reply@jokko.example>',
  'To: awa@example.com',
  'Subject: =?utf-8?Q?Re=C3=A7u?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Votre reçu',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Bonjour</p>',
  '--b--',
].join('\r\n')

describe('mail', () => {
  test('arrives for every recipient, with subject, text and HTML', async () => {
    expect(await deliverMail(['Awa@Example.com', 'copy@example.com'], mail)).toMatch(/^250/)
    expect(await inbox('?to=awa@example.com')).toMatchObject([
      { channel: 'mail', to: 'awa@example.com', subject: 'Reçu', text: 'Votre reçu', html: '<p>Bonjour</p>' },
    ])
    expect(await inbox()).toHaveLength(2)
    expect(await inbox('?limit=1')).toMatchObject([{ to: 'copy@example.com' }])
  })

  test('a server that is down says so, and a lost answer hides a delivered mail', async () => {
    await tell(sandbox, '/control/faults', { provider: 'smtp', fault: 'down' })
    expect(await deliverMail(['awa@example.com'], mail)).toMatch(/^421/)
    await tell(sandbox, '/control/faults', { provider: 'smtp', fault: 'none' })
    await tell(sandbox, '/control/faults', { provider: 'smtp', fault: 'lost_answer' })
    expect(await deliverMail(['awa@example.com'], mail)).toMatch(/^451/)
    expect(await inbox()).toHaveLength(1)
  })
})
