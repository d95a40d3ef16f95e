// A browser's live connection: the Pusher protocol over a socket, subscribed to its customer's channel.
import { companyChannel, eventNames, type OperationUpdated } from '@jokko/contract/realtime'
import { WebSocket } from 'ws'
import type { Customer } from './stage.ts'

type Hears = (update: OperationUpdated) => void

type Message = { event: string; channel?: string; data: string }

/** A browser's connection, subscribed to its customer's channel as the page does it. */
export async function browserOf(host: string, customer: Customer, hears: Hears): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${host}/app/jokko?protocol=7&client=bench&version=1`)
  const channel = companyChannel(customer.customerId)
  await new Promise<void>((settle, reject) => {
    socket.once('error', reject)
    socket.on('message', text => {
      const { event, data } = JSON.parse(String(text)) as Message
      if (event === eventNames.operation) hears(JSON.parse(data) as OperationUpdated)
      else if (event === 'pusher:connection_established') {
        const { socket_id } = JSON.parse(data) as { socket_id: string }
        authorise(host, customer, socket_id, channel).then(
          auth => socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } })),
          reject,
        )
      } else if (event === 'pusher_internal:subscription_succeeded') settle()
      else if (event.endsWith('error')) reject(new Error(String(text)))
    })
  })
  return socket
}

async function authorise(
  host: string,
  customer: Customer,
  socketId: string,
  channel: string,
): Promise<string> {
  const answer = await fetch(`http://${host}/api/v1/broadcasting/auth`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${customer.token}`,
      'x-client-key': 'jokko-web',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
  })
  if (!answer.ok) throw new Error(`${channel} was refused: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { auth: string }).auth
}
