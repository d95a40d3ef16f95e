// Worked examples of money coming in and going back to its source: cards, bank transfers that do not fit, and the
// other ways to pay.
import { describe, expect, it } from 'vitest'
import {
  at,
  atBank,
  byAccount,
  byCard,
  customer,
  type Example,
  euros,
  held,
  iban,
  mobile,
  none,
  postingsOf,
  xof,
} from './recipes.notation.ts'
import { sentences } from './recipes.ts'
import * as payin from './recipes-payin.ts'
import * as out from './recipes-transfer.ts'
import * as treasury from './recipes-treasury.ts'

const card: readonly Example[] = [
  [
    '4.1 collected',
    payin.payInCollected(at('monext', '255.10')),
    'payInCollected',
    'D payin:monext:EUR 255.10 | C customer:S:reserved:EUR 255.10',
  ],
  [
    '4.2 send',
    out.send(byCard),
    'send',
    'D customer:S:reserved:EUR 255.10 | C income:fee:transfer:EUR 5.10 | C position:EURXOF:EUR 250.00 | D position:EURXOF:XOF 163,990 | C payable:hub2:XOF 163,990',
  ],
  [
    '4.3 settled, net',
    treasury.payInSettled({ iban, provider: 'monext', collected: euros('255.10'), cost: euros('3.82') }),
    'payInSettled',
    'D bank:FR76:EUR 251.28 | D expense:provider:monext:EUR 3.82 | C payin:monext:EUR 255.10',
  ],
  [
    '4.4 refund asked',
    payin.refundAsked(at('monext', '255.10')),
    'refundAsked',
    'D customer:S:reserved:EUR 255.10 | C refund:monext:EUR 255.10',
  ],
  [
    '4.5 refund done',
    payin.refundDone({ provider: 'monext', amount: euros('255.10') }),
    'refundDone',
    'D refund:monext:EUR 255.10 | C payin:monext:EUR 255.10',
  ],
  [
    '4.6 refund failed',
    payin.refundFailed(at('monext', '255.10')),
    'refundFailed',
    'D refund:monext:EUR 255.10 | C customer:S:EUR 255.10',
  ],
  [
    '4.7 chargeback, nothing free',
    payin.chargeback({ ...at('monext', '255.10'), cost: euros('15.00'), free: none }),
    'chargeback',
    'D receivable:S:EUR 255.10 | D expense:provider:monext:EUR 15.00 | C payin:monext:EUR 270.10',
  ],
  [
    '4.7 chargeback, a part is free',
    payin.chargeback({ ...at('monext', '255.10'), cost: euros('15.00'), free: euros('55.10') }),
    'chargeback',
    'D customer:S:EUR 55.10 | D receivable:S:EUR 200.00 | D expense:provider:monext:EUR 15.00 | C payin:monext:EUR 270.10',
  ],
  [
    '4.7 chargeback, all is free',
    payin.chargeback({ ...at('monext', '255.10'), cost: none, free: euros('1,000.00') }),
    'chargeback',
    'D customer:S:EUR 255.10 | C payin:monext:EUR 255.10',
  ],
  [
    '4.8 recovered',
    payin.receivableRecovered(held('40.00')),
    'receivableRecovered',
    'D customer:S:EUR 40.00 | C receivable:S:EUR 40.00',
  ],
  [
    '4.9 dispute won',
    payin.disputeWon({ ...at('monext', '255.10'), owed: euros('215.10') }),
    'disputeWon',
    'D payin:monext:EUR 255.10 | C receivable:S:EUR 215.10 | C customer:S:EUR 40.00',
  ],
  [
    '4.10 or written off',
    payin.receivableWrittenOff(held('215.10')),
    'receivableWrittenOff',
    'D expense:loss:EUR 215.10 | C receivable:S:EUR 215.10',
  ],
]

const bankTransfers: readonly Example[] = [
  [
    '7.1 over',
    payin.creditOver({ ...atBank('261.25'), expected: euros('251.25'), excessTo: 'balance' }),
    'creditOver',
    'D bank:FR76:EUR 261.25 | C customer:S:reserved:EUR 251.25 | C customer:S:EUR 10.00',
  ],
  [
    '7.1 over, from a payer without a balance',
    payin.creditOver({ ...atBank('261.25'), expected: euros('251.25'), excessTo: 'source' }),
    'creditOver',
    'D bank:FR76:EUR 261.25 | C customer:S:reserved:EUR 251.25 | C refund:bank:EUR 10.00',
  ],
  [
    '7.2 paid twice',
    payin.creditPaidTwice(atBank('251.25')),
    'creditPaidTwice',
    'D bank:FR76:EUR 251.25 | C customer:S:EUR 251.25',
  ],
  [
    '7.2 paid twice, by a payer without a balance',
    payin.creditSentBack({ iban, amount: euros('251.25') }),
    'creditSentBack',
    'D bank:FR76:EUR 251.25 | C refund:bank:EUR 251.25',
  ],
  [
    '7.3 short',
    payin.creditMatched(atBank('250.25')),
    'creditMatched',
    'D bank:FR76:EUR 250.25 | C customer:S:reserved:EUR 250.25',
  ],
  [
    '7.3a rest by bank',
    payin.creditMatched(atBank('1.00')),
    'creditMatched',
    'D bank:FR76:EUR 1.00 | C customer:S:reserved:EUR 1.00',
  ],
  [
    '7.3b rest by balance',
    out.reserve(held('1.00')),
    'reserve',
    'D customer:S:EUR 1.00 | C customer:S:reserved:EUR 1.00',
  ],
  [
    '7.3c within tolerance',
    payin.creditWithinTolerance({ ...atBank('251.24'), expected: euros('251.25') }),
    'creditWithinTolerance',
    'D bank:FR76:EUR 251.24 | D expense:shortfall:EUR 0.01 | C customer:S:reserved:EUR 251.25',
  ],
  [
    '7.4 short, sent back',
    payin.refundAsked(at('bank', '250.25')),
    'refundAsked',
    'D customer:S:reserved:EUR 250.25 | C refund:bank:EUR 250.25',
  ],
  [
    '7.5 refund booked',
    payin.refundBooked({ iban, amount: euros('250.25') }),
    'refundBooked',
    'D refund:bank:EUR 250.25 | C bank:FR76:EUR 250.25',
  ],
  [
    '7.6 after expiry or cancel',
    payin.creditAfterClosing(atBank('251.25')),
    'creditAfterClosing',
    'D bank:FR76:EUR 251.25 | C customer:S:EUR 251.25',
  ],
  [
    '7.7 unmatched',
    payin.creditUnmatched({ iban, amount: euros('80.00') }),
    'creditUnmatched',
    'D bank:FR76:EUR 80.00 | C suspense:unmatched:EUR 80.00',
  ],
  [
    '7.7 a debit that nobody can explain yet',
    payin.debitUnmatched({ iban, amount: euros('80.00') }),
    'debitUnmatched',
    'D suspense:unmatched:EUR 80.00 | C bank:FR76:EUR 80.00',
  ],
  [
    '7.8 matched later',
    payin.suspenseMatched(held('80.00')),
    'suspenseMatched',
    'D suspense:unmatched:EUR 80.00 | C customer:S:EUR 80.00',
  ],
  [
    '7.8 matched later, to an operation that waits',
    payin.suspenseReserved(held('80.00')),
    'suspenseReserved',
    'D suspense:unmatched:EUR 80.00 | C customer:S:reserved:EUR 80.00',
  ],
  [
    '7.9 or sent back',
    payin.suspenseSentBack({ amount: euros('80.00') }),
    'suspenseSentBack',
    'D suspense:unmatched:EUR 80.00 | C refund:bank:EUR 80.00',
  ],
  [
    '7.10 credit reversed by the bank',
    payin.creditReversed({ ...atBank('80.00'), free: euros('60.00') }),
    'creditReversed',
    'D customer:S:EUR 60.00 | D receivable:S:EUR 20.00 | C bank:FR76:EUR 80.00',
  ],
]

const otherPayIns: readonly Example[] = [
  [
    '8.1 direct debit, at the bank credit',
    payin.creditMatched(atBank('251.25')),
    'creditMatched',
    'D bank:FR76:EUR 251.25 | C customer:S:reserved:EUR 251.25',
  ],
  [
    '8.2 instant bank transfer settled',
    payin.payInCollected(at('truelayer', '251.25')),
    'payInCollected',
    'D payin:truelayer:EUR 251.25 | C customer:S:reserved:EUR 251.25',
  ],
  [
    '8.3 sweep',
    treasury.payInSettled({ iban, provider: 'truelayer', collected: euros('251.25'), cost: none }),
    'payInSettled',
    'D bank:FR76:EUR 251.25 | C payin:truelayer:EUR 251.25',
  ],
  [
    '8.4 not the account holder',
    payin.payInNotHolder({ provider: 'truelayer', amount: euros('251.25') }),
    'payInNotHolder',
    'D payin:truelayer:EUR 251.25 | C refund:truelayer:EUR 251.25',
  ],
  [
    '8.5 refund done',
    payin.refundDone({ provider: 'truelayer', amount: euros('251.25') }),
    'refundDone',
    'D refund:truelayer:EUR 251.25 | C payin:truelayer:EUR 251.25',
  ],
  [
    '8.6 mobile money deposit',
    payin.mobileMoneyDeposit({ ...mobile, customer, amount: euros('100.00'), fee: euros('1.00') }),
    'mobileMoneyDeposit',
    'D payin:hub2:XOF 66,250 | C position:EURXOF:XOF 66,250 | D position:EURXOF:EUR 101.00 | C customer:S:EUR 100.00 | C income:fee:deposit:EUR 1.00',
  ],
  [
    '8.6 mobile money for an operation',
    payin.mobileMoneyCollected({ ...mobile, customer, total: euros('101.00') }),
    'mobileMoneyCollected',
    'D payin:hub2:XOF 66,250 | C position:EURXOF:XOF 66,250 | D position:EURXOF:EUR 101.00 | C customer:S:reserved:EUR 101.00',
  ],
  [
    '8.6 and its refund',
    payin.mobileMoneyRefundAsked({ ...mobile, customer, total: euros('101.00') }),
    'mobileMoneyRefundAsked',
    'D customer:S:reserved:EUR 101.00 | C position:EURXOF:EUR 101.00 | D position:EURXOF:XOF 66,250 | C refund:hub2:XOF 66,250',
  ],
  [
    '8.6 refund done',
    payin.refundDone({ provider: 'hub2', amount: xof('66,250') }),
    'refundDone',
    'D refund:hub2:XOF 66,250 | C payin:hub2:XOF 66,250',
  ],
  [
    '8.6 refund that came back later',
    payin.refundReturned({ provider: 'hub2', amount: xof('66,250') }),
    'refundReturned',
    'D float:hub2:XOF 66,250 | C refund:hub2:XOF 66,250',
  ],
  [
    '8.6 refund that the phone did not take',
    payin.mobileMoneyRefundFailed({ ...mobile, customer, total: euros('101.00') }),
    'mobileMoneyRefundFailed',
    'D refund:hub2:XOF 66,250 | C position:EURXOF:XOF 66,250 | D position:EURXOF:EUR 101.00 | C customer:S:EUR 101.00',
  ],
  [
    '8.7 its cost',
    treasury.collectionCost({ provider: 'hub2', amount: xof('1,325') }),
    'collectionCost',
    'D expense:provider:hub2:XOF 1,325 | C payin:hub2:XOF 1,325',
  ],
  [
    '8.8 moved to the float',
    treasury.collectionToFloat({ provider: 'hub2', amount: xof('64,925') }),
    'collectionToFloat',
    'D float:hub2:XOF 64,925 | C payin:hub2:XOF 64,925',
  ],
  [
    '8 deposit by card',
    payin.depositCollected({
      provider: 'monext',
      customer,
      amount: euros('100.00'),
      fee: euros('1.60'),
    }),
    'depositCollected',
    'D payin:monext:EUR 101.60 | C customer:S:EUR 100.00 | C income:fee:deposit:EUR 1.60',
  ],
  [
    '8 deposit by direct debit',
    payin.depositByBank({ iban, customer, amount: euros('100.00'), fee: euros('0.30') }),
    'depositByBank',
    'D bank:FR76:EUR 100.30 | C customer:S:EUR 100.00 | C income:fee:deposit:EUR 0.30',
  ],
]

const examples = [...card, ...bankTransfers, ...otherPayIns]

describe('worked examples', () => {
  it.each(examples)('%s', (_name, made, recipe, expected) => {
    expect(made.recipe).toBe(recipe)
    expect(made.sentence).toBe(sentences[recipe])
    expect([...made.postings].sort(byAccount)).toEqual(postingsOf(expected))
  })
})
