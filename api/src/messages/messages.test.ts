// A message goes once, in the reader's language, and only its own job waits when it cannot go.

import type { MessageAnswer, OutgoingMessage } from '@jokko/providers/port'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { sendMessage } from './send.ts'

let database: TestDatabase
let deps: Deps & { close(): Promise<void> }
let sent: OutgoingMessage[] = []
let answers: MessageAnswer[] = []
const accepted: MessageAnswer = { kind: 'accepted', providerId: 'SM1' }

beforeAll(async () => {
  database = await createTestDatabase()
  deps = await testDeps(database.appUrl, {
    messages: {
      async send(message) {
        sent.push(message)
        return answers.shift() ?? accepted
      },
    },
  })
})

beforeEach(() => {
  sent = []
  answers = []
})

afterAll(async () => {
  await deps.close()
  await database.close()
})

const params = {
  name: 'Awa',
  sender: 'Teranga',
  amount: '5 000 CFA',
  method: 'Orange Money',
  account: '',
  reason: '',
  reference: 'JK1',
}
const message = (key: string, more = {}) => ({
  key,
  channel: 'sms',
  to: '+2250701020304',
  template: 'beneficiary_paid',
  language: 'fr',
  params,
  ...more,
})

const kept = async (key: string) =>
  (await database.owner.query('select state, provider_id from app.messages_sent where key = $1', [key])).rows

test('the same message twice goes once', async () => {
  await sendMessage(deps, message('opn_1:a'))
  await sendMessage(deps, message('opn_1:a'))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ channel: 'sms', to: '+2250701020304', messageId: 'opn_1.a' })
  expect(await kept('opn_1:a')).toEqual([{ state: 'sent', provider_id: 'SM1' }])
})

test('a mail has its subject and text in the reader’s language, filled in and never escaped', async () => {
  const mail = {
    channel: 'email',
    to: 'awa@jokko.example',
    toName: 'Awa',
    language: 'en',
    params: { ...params, sender: 'A & B <C>' },
  }
  await sendMessage(deps, message('b', mail))
  expect(sent[0]).toMatchObject({ channel: 'email', language: 'en', toName: 'Awa' })
  expect(JSON.stringify(sent[0])).toContain('A & B <C>')
  expect(JSON.stringify(sent[0])).not.toMatch(/\{\{|\}\}/)
})

test('a French mail has the spaces of French', async () => {
  const mail = { channel: 'email', to: 'awa@jokko.example', toName: 'Awa' }
  await sendMessage(deps, message('f', mail))
  expect(sent[0]).toMatchObject({
    subject: '5 000 CFA de Teranga\u00a0: l’argent est arrivé',
    text: expect.stringContaining('Référence\u00a0: JK1'),
  })
})

test.each(['sms', 'whatsapp'])(
  'by %s nothing goes that makes a message dearer: ordinary spaces, in the text and in its figures',
  async channel => {
    const code = {
      code: '123456',
      amount: '1\u202f234,56\u00a0€',
      payee: 'Ma banque',
      minutes: '10',
      name: 'Awa',
    }
    await sendMessage(deps, message(`g-${channel}`, { channel, template: 'withdraw_code', params: code }))
    expect(sent[0]?.text).toMatch(/^Jokko : 123456 confirme le retrait de 1 234,56 € \(Ma banque\)\./)
    expect(sent[0]?.text).not.toMatch(/[\u00a0\u202f]/)
  },
)

test('what cannot go now fails its job, which tries again; nothing is remembered', async () => {
  answers = [
    { kind: 'retryable', reason: 'unreachable' },
    { kind: 'unknown', reason: 'timeout', detail: '' },
    accepted,
  ]
  await expect(sendMessage(deps, message('c'))).rejects.toThrow('unreachable')
  await expect(sendMessage(deps, message('c'))).rejects.toThrow('timeout')
  expect(await kept('c')).toEqual([])
  await sendMessage(deps, message('c'))
  expect(await kept('c')).toEqual([{ state: 'sent', provider_id: 'SM1' }])
})

test('what is refused for good is remembered as failed, and not tried again', async () => {
  answers = [{ kind: 'declined', code: 'invalid_recipient', providerCode: '21211' }]
  await sendMessage(deps, message('d'))
  await sendMessage(deps, message('d'))
  expect(sent).toHaveLength(1)
  expect(await kept('d')).toEqual([{ state: 'failed', provider_id: null }])
})

test('a text that does not exist is a mistake of ours, and told as one', async () => {
  await expect(sendMessage(deps, message('e', { template: 'no_such_text' }))).rejects.toThrow('No text')
})
