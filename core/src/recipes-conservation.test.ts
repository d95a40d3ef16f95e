// No recipe makes or loses money, whatever the amounts: every one of them, with generated amounts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsOf, eur, money, negate, sum } from './money.ts'
import { balances, currencyOf, customer, iban } from './recipes.notation.ts'
import { accounts, type Entry, imbalance, type Posting, type RecipeName } from './recipes.ts'
import * as payin from './recipes-payin.ts'
import * as out from './recipes-transfer.ts'
import * as treasury from './recipes-treasury.ts'

describe('conservation, with generated amounts', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(eur)
  const centsOrNone = fc.bigInt({ min: 0n, max: 10n ** 9n }).map(eur)
  const local = fc
    .tuple(
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      fc.constantFrom('XOF' as const, 'XAF' as const, 'GNF' as const),
    )
    .map(([minor, currency]) => money(minor, currency))
  const kind = fc.constantFrom('transfer' as const, 'payout' as const, 'withdraw' as const, 'bulk' as const)
  const fees = fc.array(fc.record({ kind, amount: centsOrNone }), { maxLength: 3 })
  const sending = fc.record({
    customer: fc.constant(customer),
    provider: fc.constantFrom('hub2', 'bank', 'manual'),
    principal: cents,
    payable: local,
    fees,
    margin: centsOrNone,
  })
  // One bag of amounts that every recipe draws from.
  const bag = fc.record({ amount: cents, more: centsOrNone, fee: centsOrNone, local, sending })

  const everyRecipe: Record<RecipeName, (b: typeof bag extends fc.Arbitrary<infer B> ? B : never) => Entry> =
    {
      openCapital: b => treasury.openCapital({ iban, amount: b.amount }),
      buyFloat: b => treasury.buyFloat({ iban, provider: 'hub2', paid: b.amount, bought: b.local }),
      revalue: b => treasury.revalue({ currency: b.local.currency, gain: negate(b.amount) }),
      payInSettled: b =>
        treasury.payInSettled({ iban, provider: 'monext', collected: b.amount, cost: b.fee }),
      collectionCost: b => treasury.collectionCost({ provider: 'hub2', amount: b.local }),
      collectionToFloat: b => treasury.collectionToFloat({ provider: 'hub2', amount: b.local }),
      payoutCost: b => out.payoutCost({ provider: 'hub2', amount: b.local }),
      reserve: b => out.reserve({ customer, amount: b.amount }),
      release: b => out.release({ customer, amount: b.amount }),
      send: b => out.send(b.sending),
      undoSend: b => out.undoSend(b.sending),
      payoutPaid: b => out.payoutPaid({ provider: 'hub2', amount: b.local }),
      payoutReturned: b => out.payoutReturned({ provider: 'hub2', amount: b.local }),
      transferToBalance: b =>
        out.transferToBalance({ from: customer, to: 'R', amount: b.amount, fees: b.sending.fees }),
      withdrawalOrdered: b => out.withdrawalOrdered({ customer, amount: b.amount, fee: b.fee }),
      withdrawalBooked: b => out.withdrawalBooked({ iban, amount: b.amount }),
      withdrawalReturned: b => out.withdrawalReturned({ iban, amount: b.amount }),
      withdrawalUndone: b => out.withdrawalUndone({ customer, amount: b.amount, fee: b.fee }),
      sponsorshipReward: b => out.sponsorshipReward({ customer, amount: b.amount }),
      creditMatched: b => payin.creditMatched({ iban, customer, amount: b.amount }),
      creditOver: b =>
        payin.creditOver({
          iban,
          customer,
          amount: eur(b.amount.minor + b.more.minor),
          expected: b.amount,
          excessTo: b.more.minor % 2n === 0n ? 'balance' : 'source',
        }),
      creditWithinTolerance: b =>
        payin.creditWithinTolerance({
          iban,
          customer,
          amount: b.amount,
          expected: eur(b.amount.minor + b.more.minor),
        }),
      creditPaidTwice: b => payin.creditPaidTwice({ iban, customer, amount: b.amount }),
      creditAfterClosing: b => payin.creditAfterClosing({ iban, customer, amount: b.amount }),
      creditSentBack: b => payin.creditSentBack({ iban, amount: b.amount }),
      creditUnmatched: b => payin.creditUnmatched({ iban, amount: b.amount }),
      debitUnmatched: b => payin.debitUnmatched({ iban, amount: b.amount }),
      suspenseMatched: b => payin.suspenseMatched({ customer, amount: b.amount }),
      suspenseReserved: b => payin.suspenseReserved({ customer, amount: b.amount }),
      suspenseSentBack: b => payin.suspenseSentBack({ amount: b.amount }),
      creditReversed: b => payin.creditReversed({ iban, customer, amount: b.amount, free: b.more }),
      payInCollected: b => payin.payInCollected({ provider: 'monext', customer, amount: b.amount }),
      payInNotHolder: b => payin.payInNotHolder({ provider: 'truelayer', amount: b.amount }),
      mobileMoneyCollected: b =>
        payin.mobileMoneyCollected({ provider: 'hub2', customer, collected: b.local, total: b.amount }),
      depositByBank: b => payin.depositByBank({ iban, customer, amount: b.amount, fee: b.fee }),
      depositCollected: b =>
        payin.depositCollected({ provider: 'monext', customer, amount: b.amount, fee: b.fee }),
      mobileMoneyDeposit: b =>
        payin.mobileMoneyDeposit({
          provider: 'hub2',
          customer,
          collected: b.local,
          amount: b.amount,
          fee: b.fee,
        }),
      refundAsked: b => payin.refundAsked({ provider: 'monext', customer, amount: b.amount }),
      refundDone: b => payin.refundDone({ provider: 'hub2', amount: b.local }),
      refundReturned: b => payin.refundReturned({ provider: 'hub2', amount: b.local }),
      refundBooked: b => payin.refundBooked({ iban, amount: b.amount }),
      refundFailed: b => payin.refundFailed({ provider: 'monext', customer, amount: b.amount }),
      mobileMoneyRefundAsked: b =>
        payin.mobileMoneyRefundAsked({ provider: 'hub2', customer, collected: b.local, total: b.amount }),
      mobileMoneyRefundFailed: b =>
        payin.mobileMoneyRefundFailed({ provider: 'hub2', customer, collected: b.local, total: b.amount }),
      chargeback: b =>
        payin.chargeback({ provider: 'monext', customer, amount: b.amount, cost: b.fee, free: b.more }),
      receivableRecovered: b => payin.receivableRecovered({ customer, amount: b.amount }),
      disputeWon: b =>
        payin.disputeWon({
          provider: 'monext',
          customer,
          amount: eur(b.amount.minor + b.more.minor),
          owed: b.amount,
        }),
      receivableWrittenOff: b => payin.receivableWrittenOff({ customer, amount: b.amount }),
    }

  it.each(Object.keys(everyRecipe) as RecipeName[])('%s', recipe => {
    fc.assert(
      fc.property(bag, amounts => {
        const made = everyRecipe[recipe](amounts)
        expect(made.recipe).toBe(recipe)
        expect([...imbalance(made.postings).values()].every(total => total === 0n)).toBe(true)
        for (const posting of made.postings) {
          expect(posting.amount).not.toBe(0n)
          expect(posting.currency).toBe(currencyOf(posting.account))
          expect(decimalsOf[posting.currency]).toBeDefined()
        }
      }),
    )
  })

  it('undoing a send leaves every account as it was', () => {
    fc.assert(
      fc.property(sending, sent => {
        const after = balances([out.send(sent), out.undoSend(sent)])
        expect([...after.values()].every(total => total === 0n)).toBe(true)
      }),
    )
  })

  it('a send takes exactly principal, fees and margin from the reserve', () => {
    fc.assert(
      fc.property(sending, sent => {
        const taken = balances([out.send(sent)]).get(accounts.reserved(customer)) ?? 0n
        const charged = sum([sent.principal, sent.margin, ...sent.fees.map(one => one.amount)], 'EUR')
        expect(taken).toBe(-charged.minor)
      }),
    )
  })

  it('what the world takes back never makes a balance negative', () => {
    fc.assert(
      fc.property(cents, centsOrNone, centsOrNone, (amount, free, cost) => {
        const start: Posting = { account: accounts.customer(customer), currency: 'EUR', amount: free.minor }
        const reversed = payin.creditReversed({ iban, customer, amount, free })
        const charged = payin.chargeback({ provider: 'monext', customer, amount, cost, free })
        for (const made of [reversed, charged]) {
          const touched = made.postings.find(posting => posting.account === start.account)
          expect(start.amount + (touched?.amount ?? 0n) >= 0n).toBe(true)
        }
      }),
    )
  })
})
