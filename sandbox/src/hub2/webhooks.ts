// Addresses that want Hub2's events: registered, changed, given a new secret, told.
import { day, isoTime } from '../world/clock.ts'
import type { OutgoingMessage } from '../world/delivery-queue.ts'
import { hexId, vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { Hub2Refusal } from './errors.ts'
import { hub2Signature } from './signature.ts'

type WebhookRow = {
  id: string
  url: string
  events: string
  description: string | null
  metadata: string | null
  secret: string
  previous_secret: string | null
  rotated_at: number | null
  created_at: number
  updated_at: number
}

export type WebhookFields = {
  readonly url: string
  readonly events: readonly string[]
  readonly description: string | null
  readonly metadata: unknown
}

const ownWebhook = 'wh_jokko'
const previousSecretLife = day

/** The webhook that a configured Jokko would have registered by hand in the vendor's console. */
export function registerOwnWebhook({ store, settings, clock }: World) {
  if (settings.jokkoUrl === '') return
  store.run(
    `insert into hub2_webhooks (id, url, events, description, secret, created_at, updated_at)
     values (?, ?, '[]', 'registered by the sandbox', ?, ?, ?)
     on conflict (id) do update set url = excluded.url, secret = excluded.secret`,
    ownWebhook,
    `${settings.jokkoUrl}/api/v1/webhooks/hub2`,
    settings.hub2WebhookSecret,
    clock.now(),
    clock.now(),
  )
}

export function readWebhookFields(body: unknown, before?: WebhookFields): WebhookFields {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const { url, events, description, metadata } = { ...before, ...given }
  if (typeof url !== 'string' || !URL.canParse(url))
    throw new Hub2Refusal(400, 'bad_request', 'url is missing or malformed')
  if (!Array.isArray(events) || events.some(event => typeof event !== 'string'))
    throw new Hub2Refusal(400, 'bad_request', 'events must be a list of event names')
  return { url, events, description: typeof description === 'string' ? description : null, metadata }
}

export function registerWebhook(world: World, fields: WebhookFields) {
  const { store, clock } = world
  const id = vendorId('wh')
  store.run(
    `insert into hub2_webhooks (id, url, events, description, metadata, secret, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    fields.url,
    JSON.stringify(fields.events),
    fields.description,
    JSON.stringify(fields.metadata ?? null),
    hexId(24),
    clock.now(),
    clock.now(),
  )
  return webhookObject(findWebhook(world, id))
}

export function changeWebhook(world: World, id: string, body: unknown) {
  const before = findWebhook(world, id)
  const fields = readWebhookFields(body, webhookObject(before))
  world.store.run(
    'update hub2_webhooks set url = ?, events = ?, description = ?, metadata = ?, updated_at = ? where id = ?',
    fields.url,
    JSON.stringify(fields.events),
    fields.description,
    JSON.stringify(fields.metadata ?? null),
    world.clock.now(),
    id,
  )
  return webhookObject(findWebhook(world, id))
}

export function rotateSecret(world: World, id: string) {
  const { secret } = findWebhook(world, id)
  world.store.run(
    'update hub2_webhooks set previous_secret = ?, secret = ?, rotated_at = ?, updated_at = ? where id = ?',
    secret,
    hexId(24),
    world.clock.now(),
    world.clock.now(),
    id,
  )
  return webhookObject(findWebhook(world, id))
}

export function removeWebhook(world: World, id: string) {
  findWebhook(world, id)
  world.store.run('delete from hub2_webhooks where id = ?', id)
}

export const listWebhooks = ({ store }: World) =>
  store.all<WebhookRow>('select * from hub2_webhooks order by created_at, id').map(webhookObject)

export const showWebhook = (world: World, id: string) => webhookObject(findWebhook(world, id))

function findWebhook({ store }: World, id: string): WebhookRow {
  const row = store.get<WebhookRow>('select * from hub2_webhooks where id = ?', id)
  if (!row) throw new Hub2Refusal(404, 'webhook-not-found', `there is no webhook ${id}`)
  return row
}

function webhookObject(row: WebhookRow) {
  return {
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    description: row.description,
    metadata: JSON.parse(row.metadata ?? 'null') as unknown,
    secret: row.secret,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

/** Tells every address that wants this type of event; an empty list of events wants all. */
export function announce(world: World, type: string, data: object) {
  const id = vendorId('evt')
  const body = JSON.stringify({ id, type, data, createdAt: isoTime(world.clock.now()) })
  for (const webhook of listWebhooks(world)) {
    if (webhook.events.length > 0 && !webhook.events.includes(type)) continue
    world.deliveries.enqueue({
      company: 'hub2',
      eventId: id,
      url: webhook.url,
      contentType: 'application/json',
      body,
      signer: webhook.id,
    })
  }
}

export function signAsHub2(world: World, message: OutgoingMessage, spoiled: boolean) {
  const webhook = world.store.get<WebhookRow>('select * from hub2_webhooks where id = ?', message.signer)
  const secret = spoiled || !webhook ? 'not the secret' : webhook.secret
  const rotatedAt = webhook?.rotated_at ?? Number.NEGATIVE_INFINITY
  const previousCounts = !spoiled && world.clock.now() - rotatedAt < previousSecretLife
  const previous = previousCounts ? (webhook?.previous_secret ?? undefined) : undefined
  return { 'hub2-signature': hub2Signature(message.body, secret, previous) }
}
