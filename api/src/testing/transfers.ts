// Transfers for tests, opened through the ledger's door like real ones, and what became of them.

import { eur, money } from '@jokko/core/money'
import { eurCfa, toPayable } from '@jokko/core/rates'
import type pg from 'pg'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { limitKeys } from '../payouts/limits.ts'
import { type Acceptance, accept } from '../transfer/decisions.ts'

type Opened = {
  customerId: string
  userId: string
  reference: string
  total?: bigint
  row?: Partial<Acceptance['row']>
  payIn?: Acceptance['payIn']
}

/** Waits for a bank transfer of `total` cents, 1.50 of it our fee, to a phone in Côte d'Ivoire. */
export async function openTransfer(deps: Deps, opened: Opened): Promise<string> {
  const { total = 10_000n } = opened
  const id = newId('opn')
  const fee = 150n
  const { payable } = toPayable(eur(total - fee), eurCfa, 'XOF', 1n, 'nearest')
  const now = deps.clock.nowText()
  const full = rowOf(deps, opened, { total, fee, target: payable.minor })
  const verdict = await deps.ledger.commit(
    accept({
      id,
      command: { scope: 'test', key: id, body_hash: id },
      now,
      counters: limitKeys({
        ...full,
        payout_kind: full.payout_kind,
        target: full.target ?? null,
        target_currency: full.target_currency ?? null,
        started_at: now,
        details: full.details ?? {},
      }),
      continuation: { screening: { verdict: 'pass' }, attemptId: newId('pat') },
      row: full,
      ...(opened.payIn && { payIn: opened.payIn }),
    }),
  )
  if (verdict.verdict !== 'committed')
    throw new Error(`the transfer was not opened: ${JSON.stringify(verdict)}`)
  return id
}

function rowOf(
  { clock }: Deps,
  { customerId, userId, reference, row = {} }: Opened,
  { total, fee, target }: { total: bigint; fee: bigint; target: bigint },
): Acceptance['row'] {
  return {
    book: 'test',
    customer_id: customerId,
    user_id: userId,
    reference,
    operation_type: 'direct_transfer',
    sending_country: 'FR',
    receiving_country: 'CI',
    payin_method: 'bank_transfer',
    payout_kind: 'mobile_money',
    provider: 'hub2',
    counterparty: 'Kouamé Traoré',
    principal: total - fee,
    fee,
    total,
    target,
    target_currency: 'XOF',
    rate: '655.957',
    details: {
      payee: { name: 'Kouamé Traoré', phone: '+2250701020304', operator: 'orange_ci' },
      quote: { lines: [{ kind: 'pay_in_fee', amount: '1.50', currency: 'EUR' }], snapped_from: null },
    },
    fund_by: new Date(clock.now().getTime() + 5 * 86_400_000).toISOString(),
    ...row,
  }
}

export async function operation(pool: pg.Pool, id: string): Promise<Operation> {
  const { rows } = await pool.query<Operation>('select * from app.operations where id = $1', [id])
  if (!rows[0]) throw new Error(`there is no operation ${id}`)
  return rows[0]
}

export async function linkedTo(pool: pg.Pool, parentId: string): Promise<Operation[]> {
  const { rows } = await pool.query<Operation>(
    'select * from app.operations where parent_id = $1 order by id',
    [parentId],
  )
  return rows
}

export async function balance(pool: pg.Pool, account: string): Promise<bigint> {
  const { rows } = await pool.query<{ balance: bigint }>(
    `select balance from ledger.accounts where book = 'test' and name = $1`,
    [account],
  )
  return rows[0]?.balance ?? 0n
}

export async function violations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ invariant: string; detail: string }>(
    'select * from ledger.verify() where not ok',
  )
  return rows.map(({ invariant, detail }) => `${invariant}: ${detail}`)
}

export const cents = (amount: bigint) => money(amount, 'EUR')
