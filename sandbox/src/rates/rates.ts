// Exchange rates as openexchangerates serves them: how much of each currency one US dollar buys.
import type { FastifyInstance } from 'fastify'
import { answerOrGoBack } from '../http/answer.ts'
import { choiceField, fieldsOf, numberField } from '../http/read-body.ts'
import { second } from '../world/clock.ts'
import { failOnPurpose } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'

export const floatingSymbols = ['EUR', 'GNF'] as const
type Symbol = (typeof floatingSymbols)[number]

/** Together they make 1 EUR = 9,412.35 GNF. */
const beginning: Record<Symbol, number> = { EUR: 0.92, GNF: 8659.362 }
const francsPerEuro = 655.957

export function currentRates({ store }: World): Record<Symbol, number> {
  const kept = store.get<{ value: string }>(`select value from memory where key = 'rates'`)
  return kept ? JSON.parse(kept.value) : beginning
}

function setRate(world: World, symbol: Symbol, rate: number) {
  world.store.run(
    `insert into memory (key, value) values ('rates', ?) on conflict (key) do update set value = excluded.value`,
    JSON.stringify({ ...currentRates(world), [symbol]: rate }),
  )
}

export function ratesRoutes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'rates', reply =>
    reply
      .code(503)
      .send({ error: true, status: 503, message: 'not_available', description: 'Try again later.' }),
  )
  type RatesQuery = { Querystring: { app_id?: string; base?: string; symbols?: string } }
  app.get<RatesQuery>('/rates/api/latest.json', async (request, reply) => {
    const { app_id, base, symbols } = request.query
    if (app_id !== world.settings.ratesAppId)
      return reply.code(401).send(refusal(401, 'invalid_app_id', 'The app_id is missing or not valid.'))
    if (base !== undefined && base !== 'USD')
      return reply.code(403).send(refusal(403, 'not_allowed', 'This plan only has the base USD.'))
    return {
      disclaimer: 'Simulated rates, for development only.',
      license: 'Simulated rates, for development only.',
      timestamp: Math.floor(world.clock.now() / second),
      base: 'USD',
      rates: chosenRates(world, symbols),
    }
  })
}

const refusal = (status: number, message: string, description: string) => ({
  error: true,
  status,
  message,
  description,
})

function chosenRates(world: World, symbols: string | undefined) {
  const { EUR, GNF } = currentRates(world)
  const franc = Math.round(EUR * francsPerEuro * 1_000_000) / 1_000_000
  const all = { EUR, GNF, USD: 1, XAF: franc, XOF: franc }
  if (!symbols) return all
  const wanted = symbols.split(',')
  return Object.fromEntries(Object.entries(all).filter(([symbol]) => wanted.includes(symbol)))
}

/** Never disturbed by faults: it is the market that moves, not the company. */
export function ratesControlRoutes(app: FastifyInstance, world: World) {
  app.post('/control/rates', async (request, reply) => {
    const fields = fieldsOf(request.body)
    const symbol = choiceField(fields, 'symbol', floatingSymbols)
    setRate(world, symbol, numberField(fields, 'rate', { min: 0.000001, max: 1_000_000 }))
    return answerOrGoBack(request, reply, '/rates', currentRates(world))
  })
}
