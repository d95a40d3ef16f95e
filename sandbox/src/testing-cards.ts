// What tests do as the shop and as the buyer of a card payment.

import { cardScripts } from './monext/cards.ts'
import type { Sandbox } from './sandbox.ts'
import { type Answer, ask } from './testing.ts'

export const cardEnding = (ending: string): string =>
  cardScripts.find(script => script.ending === ending)?.number ?? ''

const post = async (sandbox: Sandbox, path: string, fields: Record<string, string>) => {
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
}

export const typeCard = (
  sandbox: Sandbox,
  sessionId: string,
  number: string,
  expiry = '12/79',
  cvc = '123',
) => post(sandbox, `/monext/pay/${sessionId}/card`, { number, expiry, cvc })

export const answerBank = (sandbox: Sandbox, sessionId: string, answer: 'approve' | 'refuse') =>
  post(sandbox, `/monext/pay/${sessionId}/authentication`, { answer })

export const cancelAsBuyer = (sandbox: Sandbox, sessionId: string) =>
  post(sandbox, `/monext/pay/${sessionId}/cancel`, {})

export const payWith = async (sandbox: Sandbox, sessionId: string, ending: string) => {
  await typeCard(sandbox, sessionId, cardEnding(ending))
  return answerBank(sandbox, sessionId, 'approve')
}

export const asShop = (sandbox: Sandbox, path: string, body?: object): Promise<Answer> => {
  const { monextMerchantId, monextAccessKey } = sandbox.settings
  const credentials = Buffer.from(`${monextMerchantId}:${monextAccessKey}`).toString('base64')
  return ask(sandbox, `/monext${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
