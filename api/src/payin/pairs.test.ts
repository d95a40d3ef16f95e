// Every way to pay with every way to be paid that makes sense: it arrives, and the books agree with the outside.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Outside, payOutside } from '../testing/pay-outside.ts'
import { createPayer, type Payer, type Way } from '../testing/payer.ts'
import { operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'

let world: World
let payer: Payer

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  payer = await createPayer(world)
})
afterEach(() => world.verify())
afterAll(() => world.close())

const holder = { receiver_fullname: 'Kouamé Traoré' }
const ways: Record<string, Way> = {
  'Orange Money in Côte d’Ivoire': { country: 'CI', route: 201, to: '+2250712345678', more: {} },
  'Wave in Senegal': { country: 'SN', route: 102, to: '+221771234567', more: {} },
  'a bank in Côte d’Ivoire': {
    country: 'CI',
    route: 205,
    to: '+2250712345678',
    more: { bank_name: 'NSIA Banque', account_holder: 'Kouamé Traoré', iban: 'CI93CI0080111301134291200589' },
  },
  'a microfinance account in Senegal': {
    country: 'SN',
    route: 107,
    to: '+221771234567',
    more: {
      institution_id: 'sn_mfi_um_pamecas',
      mfi_owner_id: 'PAM-1123456',
      mfi_account_name: 'Kouamé Traoré',
    },
  },
  'a wallet in Cameroon': { country: 'CM', route: 906, to: '+237677123456', more: holder },
  'cash delivered in Senegal': { country: 'SN', route: 108, to: '+221771234567', more: holder },
  'Orange Money in Guinea': { country: 'GN', route: 1501, to: '+224620123456', more: {} },
}

const methods: Record<Outside, number> = {
  'bank transfer': 1,
  'direct debit': 3,
  'instant bank payment': 4,
  card: 5,
  'mobile money': 6,
}

/** What takes days cannot be promised at a rate that floats: it is refused before anything is paid. */
const isRefused = (method: string, way: string): boolean =>
  way === 'Orange Money in Guinea' && (method === 'bank transfer' || method === 'direct debit')

const pairs = (Object.keys(methods) as Outside[]).flatMap(method =>
  Object.keys(ways)
    .filter(way => !isRefused(method, way))
    .map(way => [method, way] as const),
)

describe('by', () => {
  it.each(pairs)('%s to %s', async (method, wayName) => {
    const way = ways[wayName] as Way
    const { status, body } = await payer.send({ cashin_method_id: methods[method], way })
    expect([body.code, status]).toEqual([undefined, 201])
    await payOutside(world, payer, method, body)
    await world.advance(3_600)
    expect(await operation(world.deps.pool, body.id)).toMatchObject({
      state: 'paid',
      payin_method: body.type,
    })
  })
})
