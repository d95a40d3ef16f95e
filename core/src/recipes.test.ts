// The ledger's vocabulary, and recipes told one after another as stories whose end must be right.
import { describe, expect, it } from 'vitest'
import { eur } from './money.ts'
import {
  at,
  atBank,
  balances,
  byCard,
  customer,
  euros,
  fromBalance,
  held,
  iban,
  none,
  payout,
  withdrawal,
  xof,
} from './recipes.notation.ts'
import { accounts, entry, isGuarded, type Posting, sentences } from './recipes.ts'
import * as payin from './recipes-payin.ts'
import * as out from './recipes-transfer.ts'
import * as treasury from './recipes-treasury.ts'

describe('told as stories', () => {
  const funded = payin.depositByBank({ iban, customer, amount: euros('5,000.00'), fee: none })

  it('a payout that comes back leaves the sender as before, and us the cost', () => {
    const after = balances([
      funded,
      out.reserve(held('251.25')),
      out.send(fromBalance),
      out.payoutPaid(payout),
      out.payoutCost({ provider: 'hub2', amount: xof('1,640') }),
      out.payoutReturned(payout),
      out.undoSend(fromBalance),
      out.release(held('251.25')),
    ])
    expect(after.get('customer:S:EUR')).toBe(500_000n)
    expect(after.get('customer:S:reserved:EUR')).toBe(0n)
    expect(after.get('income:fee:transfer:EUR')).toBe(0n)
    expect(after.get('position:EURXOF:EUR')).toBe(0n)
    expect(after.get('payable:hub2:XOF')).toBe(0n)
    expect(after.get('float:hub2:XOF')).toBe(1_640n)
    expect(after.get('expense:provider:hub2:XOF')).toBe(-1_640n)
  })

  it('a refunded card payment leaves nothing behind at the card provider', () => {
    const after = balances([
      payin.payInCollected(at('monext', '255.10')),
      out.send(byCard),
      out.undoSend(byCard),
      payin.refundAsked(at('monext', '255.10')),
      payin.refundDone({ provider: 'monext', amount: euros('255.10') }),
    ])
    expect([...after.values()].every(total => total === 0n)).toBe(true)
  })

  it('a dispute that is won after a part was recovered gives that part back', () => {
    const after = balances([
      payin.payInCollected(at('monext', '255.10')),
      payin.chargeback({ ...at('monext', '255.10'), cost: euros('15.00'), free: none }),
      payin.receivableRecovered(held('40.00')),
      payin.disputeWon({ ...at('monext', '255.10'), owed: euros('215.10') }),
    ])
    expect(after.get('receivable:S:EUR')).toBe(0n)
    expect(after.get('customer:S:EUR')).toBe(0n)
    expect(after.get('expense:provider:monext:EUR')).toBe(-1_500n)
  })

  it('a withdrawal that comes back gives amount and fee back', () => {
    const after = balances([
      funded,
      out.reserve(held('100.50')),
      out.withdrawalOrdered(withdrawal),
      out.withdrawalBooked({ iban, amount: euros('100.00') }),
      out.withdrawalReturned({ iban, amount: euros('100.00') }),
      out.withdrawalUndone(withdrawal),
    ])
    expect(after.get('customer:S:EUR')).toBe(500_000n)
    expect(after.get('bank:FR76:EUR')).toBe(-500_000n)
    expect(after.get('payable:bank:EUR')).toBe(0n)
  })

  it('a short transfer that is completed holds exactly the promised total', () => {
    const after = balances([
      payin.creditMatched(atBank('250.25')),
      payin.creditMatched(atBank('0.50')),
      funded,
      out.reserve(held('0.50')),
    ])
    expect(after.get('customer:S:reserved:EUR')).toBe(25_125n)
  })

  it('the sender at 250.00 to Côte d’Ivoire leaves 0.75 francs in the position', () => {
    const after = balances([out.send(fromBalance)])
    const paidFor = (after.get('position:EURXOF:EUR') ?? 0n) * 655_957n
    const promised = (after.get('position:EURXOF:XOF') ?? 0n) * 100_000n
    expect(paidFor + promised).toBe(-75_000n)
  })
})

describe('accounts', () => {
  it('have the names that the ledger keeps for ever', () => {
    expect([
      accounts.customer('c1'),
      accounts.reserved('c1'),
      accounts.bank('FR76'),
      accounts.payin('hub2', 'XAF'),
      accounts.float('hub2', 'GNF'),
      accounts.payable('bank', 'EUR'),
      accounts.refund('monext', 'EUR'),
      accounts.position('XOF', 'EUR'),
      accounts.position('XOF', 'local'),
      accounts.feeIncome('payout'),
      accounts.marginIncome('GNF'),
      accounts.providerExpense('hub2', 'XOF'),
      accounts.sponsorship,
      accounts.shortfall,
      accounts.loss,
      accounts.receivable('c1'),
      accounts.unmatched,
      accounts.fxResult('GNF'),
      accounts.capital,
    ]).toEqual([
      'customer:c1:EUR',
      'customer:c1:reserved:EUR',
      'bank:FR76:EUR',
      'payin:hub2:XAF',
      'float:hub2:GNF',
      'payable:bank:EUR',
      'refund:monext:EUR',
      'position:EURXOF:EUR',
      'position:EURXOF:XOF',
      'income:fee:payout:EUR',
      'income:margin:GNF:EUR',
      'expense:provider:hub2:XOF',
      'expense:sponsorship:EUR',
      'expense:shortfall:EUR',
      'expense:loss:EUR',
      'receivable:c1:EUR',
      'suspense:unmatched:EUR',
      'fx:result:EURGNF:EUR',
      'equity:capital:EUR',
    ])
  })

  it('guard only what we owe to customers', () => {
    expect(isGuarded(accounts.customer('c1'))).toBe(true)
    expect(isGuarded(accounts.reserved('c1'))).toBe(true)
    for (const open of [accounts.bank('FR76'), accounts.receivable('c1'), accounts.float('hub2', 'XOF')]) {
      expect(isGuarded(open)).toBe(false)
    }
  })
})

describe('an entry', () => {
  it('that does not balance cannot be made', () => {
    const lone: Posting = { account: accounts.capital, currency: 'EUR', amount: 1n }
    expect(() => entry('openCapital', [lone])).toThrow('openCapital does not balance in EUR: 1')
  })

  it('must balance in each currency by itself', () => {
    const mixed: Posting[] = [
      { account: 'a:EUR', currency: 'EUR', amount: 5n },
      { account: 'b:XOF', currency: 'XOF', amount: -5n },
    ]
    expect(() => entry('buyFloat', mixed)).toThrow(RangeError)
  })

  it('has no postings of zero', () => {
    const made = treasury.payInSettled({ iban, provider: 'truelayer', collected: eur(5n), cost: none })
    expect(made.postings).toHaveLength(2)
  })
})

describe('the sentences', () => {
  it('differ from one another', () => {
    expect(new Set(Object.values(sentences)).size).toBe(Object.keys(sentences).length)
  })

  it('are sentences', () => {
    for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })
})
