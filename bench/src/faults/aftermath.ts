// What comes later, while companies misbehave and processes die once more: banks send back withdrawals that were booked,
// and people decide the disputes of cards, two of them the same one at once.
import type { Random } from './random.ts'
import type { Town } from './town.ts'
import { killAlong } from './trouble.ts'

type Deed = () => Promise<string | undefined>

export type Aftermath = {
  kills: number
  /** Decisions that nobody could make. */
  failed: string[]
}

export async function comeAround(
  town: Town,
  random: Random,
  kills: number,
  tell?: (text: string) => void,
): Promise<Aftermath> {
  const deeds = [...(await disputesDecided(town, random)), ...(await withdrawalsReturned(town, random))]
  const failed: string[] = []
  let begun = 0
  const untilBegun = async (share: number) => {
    while (begun < share * deeds.length) await new Promise(settle => setTimeout(settle, 10))
  }
  const work = async () => {
    for (const deed of deeds) {
      begun += 1
      const failure = await deed()
      if (failure !== undefined) failed.push(failure)
    }
  }
  const [killed] = await Promise.all([killAlong(town, random, kills, untilBegun, tell), work()])
  return { kills: killed, failed }
}

/** Two thirds are decided; before one is won, the card's bank has given the payment back. */
async function disputesDecided(town: Town, random: Random): Promise<Deed[]> {
  const { rows } = await town.stage.owner.query<{ id: string; session: string }>(
    `select o.id, p.provider_id as session
     from app.operations o join app.pay_ins p on p.id = o.details -> 'pay_in' ->> 'id'
     where o.kind = 'dispute' and o.state = 'opened' and p.provider = 'monext' order by p.provider_id`,
  )
  return rows.flatMap(({ id, session }): Deed[] => {
    const decision = random.pick(['won', 'lost', 'left'] as const)
    if (decision === 'left') return []
    const patience = random.below(3_000)
    return [() => decide(town, id, decision, session, patience)]
  })
}

/** By two people at once, one of whom may be cut off: one of them decides it, the other is told that it is decided. */
async function decide(
  town: Town,
  id: string,
  decision: 'won' | 'lost',
  sessionId: string,
  patience: number,
): Promise<string | undefined> {
  if (decision === 'won') await town.outside('/monext/control/chargebacks/reverse', { sessionId })
  const words = ['dispute', id, '--decision', decision, '--reason', 'letter of the bank', '--operator']
  const answers = await Promise.all([
    town.operator([...words, 'awa']),
    town.operator([...words, 'yao'], patience),
  ])
  const { rows } = await town.stage.owner.query<{ state: string }>(
    'select state from app.operations where id = $1',
    [id],
  )
  const isDecided = rows[0]?.state === decision || (decision === 'lost' && rows[0]?.state === 'settled')
  return isDecided ? undefined : `${id} was not decided: ${answers.join(' / ')}`
}

/** A third of those that left by SEPA. */
async function withdrawalsReturned(town: Town, random: Random): Promise<Deed[]> {
  const { rows } = await town.stage.owner.query<{ reference: string }>(
    // What the bank was told is the attempt's id without its beginning and its dashes.
    `select translate(split_part(a.id, '_', 2), '-', '') as reference
     from app.payout_attempts a join app.operations o on o.id = a.operation_id
     where o.kind = 'withdrawal' and o.state = 'booked' and a.provider = 'bank' and a.state = 'paid' order by a.id`,
  )
  const { payments } = await town.outside<{ payments: { id: string; end_to_end_id: string }[] }>(
    '/control/bank/ledger',
  )
  const orders = new Map(payments.map(payment => [payment.end_to_end_id, payment.id]))
  return rows
    .filter(() => random.chance(0.33))
    .map(({ reference }) => async () => {
      const order = orders.get(reference)
      if (order === undefined) return `the bank does not know ${reference}`
      await town.outside(`/bank/payments/${order}/return`, { reason: 'AC04' })
      return undefined
    })
}
