// Worked examples of money on its way out: sending, returns, Guinea, withdrawals, bulk rows, and our own floats.
import { describe, expect, it } from 'vitest'
import { money, negate } from './money.ts'
import {
  atBank,
  bulkRow,
  byAccount,
  customer,
  type Example,
  euros,
  fee,
  fromBalance,
  gnf,
  held,
  iban,
  none,
  payout,
  postingsOf,
  toGuinea,
  withdrawal,
  xof,
} from './recipes.notation.ts'
import { sentences } from './recipes.ts'
import * as payin from './recipes-payin.ts'
import * as out from './recipes-transfer.ts'
import * as treasury from './recipes-treasury.ts'

const openingAndTransfer: readonly Example[] = [
  [
    '0.1 capital',
    treasury.openCapital({ iban, amount: euros('100,000.00') }),
    'openCapital',
    'D bank:FR76:EUR 100,000.00 | C equity:capital:EUR 100,000.00',
  ],
  [
    '0.2 buy XOF float',
    treasury.buyFloat({ iban, provider: 'hub2', paid: euros('30,489.80'), bought: xof('20,000,000') }),
    'buyFloat',
    'D position:EURXOF:EUR 30,489.80 | C bank:FR76:EUR 30,489.80 | D float:hub2:XOF 20,000,000 | C position:EURXOF:XOF 20,000,000',
  ],
  [
    '0.3 deposit by bank',
    payin.depositByBank({ iban, customer, amount: euros('5,000.00'), fee: none }),
    'depositByBank',
    'D bank:FR76:EUR 5,000.00 | C customer:S:EUR 5,000.00',
  ],
  [
    '1.1 accept',
    out.reserve(held('251.25')),
    'reserve',
    'D customer:S:EUR 251.25 | C customer:S:reserved:EUR 251.25',
  ],
  [
    '1.1 cancelled or refused before sending',
    out.release(held('251.25')),
    'release',
    'D customer:S:reserved:EUR 251.25 | C customer:S:EUR 251.25',
  ],
  [
    '1.2 send',
    out.send(fromBalance),
    'send',
    'D customer:S:reserved:EUR 251.25 | C income:fee:transfer:EUR 1.25 | C position:EURXOF:EUR 250.00 | D position:EURXOF:XOF 163,990 | C payable:hub2:XOF 163,990',
  ],
  ['1.3 paid', out.payoutPaid(payout), 'payoutPaid', 'D payable:hub2:XOF 163,990 | C float:hub2:XOF 163,990'],
  [
    '1.4 provider fee',
    out.payoutCost({ provider: 'hub2', amount: xof('1,640') }),
    'payoutCost',
    'D expense:provider:hub2:XOF 1,640 | C float:hub2:XOF 1,640',
  ],
  [
    '2.1 credit matched',
    payin.creditMatched(atBank('251.25')),
    'creditMatched',
    'D bank:FR76:EUR 251.25 | C customer:S:reserved:EUR 251.25',
  ],
  [
    '3.0 paid payout comes back',
    out.payoutReturned(payout),
    'payoutReturned',
    'D float:hub2:XOF 163,990 | C payable:hub2:XOF 163,990',
  ],
  [
    '3.1 undo send',
    out.undoSend(fromBalance),
    'undoSend',
    'D income:fee:transfer:EUR 1.25 | D position:EURXOF:EUR 250.00 | C customer:S:reserved:EUR 251.25 | D payable:hub2:XOF 163,990 | C position:EURXOF:XOF 163,990',
  ],
  [
    '3.2 to the balance',
    out.release(held('251.25')),
    'release',
    'D customer:S:reserved:EUR 251.25 | C customer:S:EUR 251.25',
  ],
]

const guineaAndWithdrawal: readonly Example[] = [
  [
    '5.1 reserve',
    out.reserve(held('153.41')),
    'reserve',
    'D customer:S:EUR 153.41 | C customer:S:reserved:EUR 153.41',
  ],
  [
    '5.2 send',
    out.send(toGuinea),
    'send',
    'D customer:S:reserved:EUR 153.41 | C income:fee:transfer:EUR 1.25 | C income:margin:GNF:EUR 2.25 | C position:EURGNF:EUR 149.91 | D position:EURGNF:GNF 1,411,000 | C payable:hub2:GNF 1,411,000',
  ],
  [
    '5.2 undone',
    out.undoSend(toGuinea),
    'undoSend',
    'C customer:S:reserved:EUR 153.41 | D income:fee:transfer:EUR 1.25 | D income:margin:GNF:EUR 2.25 | D position:EURGNF:EUR 149.91 | C position:EURGNF:GNF 1,411,000 | D payable:hub2:GNF 1,411,000',
  ],
  [
    '5.3 paid',
    out.payoutPaid({ provider: 'hub2', amount: gnf('1,411,000') }),
    'payoutPaid',
    'D payable:hub2:GNF 1,411,000 | C float:hub2:GNF 1,411,000',
  ],
  [
    '5.4 buy GNF float',
    treasury.buyFloat({ iban, provider: 'hub2', paid: euros('1,062.50'), bought: gnf('10,000,000') }),
    'buyFloat',
    'D position:EURGNF:EUR 1,062.50 | C bank:FR76:EUR 1,062.50 | D float:hub2:GNF 10,000,000 | C position:EURGNF:GNF 10,000,000',
  ],
  [
    '5.5 revalue, loss',
    treasury.revalue({ currency: 'GNF', gain: negate(euros('3.10')) }),
    'revalue',
    'D fx:result:EURGNF:EUR 3.10 | C position:EURGNF:EUR 3.10',
  ],
  [
    '5.5 revalue, gain',
    treasury.revalue({ currency: 'GNF', gain: euros('3.10') }),
    'revalue',
    'C fx:result:EURGNF:EUR 3.10 | D position:EURGNF:EUR 3.10',
  ],
  [
    '6.1 requested',
    out.reserve(held('100.50')),
    'reserve',
    'D customer:S:EUR 100.50 | C customer:S:reserved:EUR 100.50',
  ],
  [
    '6.2 code verified, order given',
    out.withdrawalOrdered(withdrawal),
    'withdrawalOrdered',
    'D customer:S:reserved:EUR 100.50 | C income:fee:withdraw:EUR 0.50 | C payable:bank:EUR 100.00',
  ],
  [
    '6.3 booked',
    out.withdrawalBooked({ iban, amount: euros('100.00') }),
    'withdrawalBooked',
    'D payable:bank:EUR 100.00 | C bank:FR76:EUR 100.00',
  ],
  [
    '6.4 returned later',
    out.withdrawalReturned({ iban, amount: euros('100.00') }),
    'withdrawalReturned',
    'D bank:FR76:EUR 100.00 | C payable:bank:EUR 100.00',
  ],
  [
    '6.5 undo',
    out.withdrawalUndone(withdrawal),
    'withdrawalUndone',
    'D payable:bank:EUR 100.00 | D income:fee:withdraw:EUR 0.50 | C customer:S:EUR 100.50',
  ],
  [
    '6 withdrawal to mobile money',
    out.send({ ...bulkRow, fees: [fee('withdraw', '0.50')] }),
    'send',
    'D customer:S:reserved:EUR 100.50 | C income:fee:withdraw:EUR 0.50 | C position:EURXOF:EUR 100.00 | D position:EURXOF:XOF 65,595 | C payable:hub2:XOF 65,595',
  ],
]

const balancesAndBulk: readonly Example[] = [
  [
    "9.1 to R's balance",
    out.transferToBalance({
      from: customer,
      to: 'R',
      amount: euros('250.00'),
      fees: [fee('transfer', '1.25')],
    }),
    'transferToBalance',
    'D customer:S:reserved:EUR 251.25 | C customer:R:EUR 250.00 | C income:fee:transfer:EUR 1.25',
  ],
  [
    '9.2 bulk of two rows, reserve once',
    out.reserve(held('151.75')),
    'reserve',
    'D customer:S:EUR 151.75 | C customer:S:reserved:EUR 151.75',
  ],
  [
    '9.3 row 1, sent',
    out.send(bulkRow),
    'send',
    'D customer:S:reserved:EUR 101.00 | C income:fee:bulk:EUR 1.00 | C position:EURXOF:EUR 100.00 | D position:EURXOF:XOF 65,595 | C payable:hub2:XOF 65,595',
  ],
  [
    '9.4 row 2, refused, back',
    out.release(held('50.75')),
    'release',
    'D customer:S:reserved:EUR 50.75 | C customer:S:EUR 50.75',
  ],
  [
    '9.5 sponsorship',
    out.sponsorshipReward(held('15.00')),
    'sponsorshipReward',
    'D expense:sponsorship:EUR 15.00 | C customer:S:EUR 15.00',
  ],
  [
    'the seed fees: 1.50 for the balance and 1.25 for mobile money',
    out.send({ ...fromBalance, fees: [fee('transfer', '1.50'), fee('payout', '1.25')] }),
    'send',
    'D customer:S:reserved:EUR 252.75 | C income:fee:transfer:EUR 1.50 | C income:fee:payout:EUR 1.25 | C position:EURXOF:EUR 250.00 | D position:EURXOF:XOF 163,990 | C payable:hub2:XOF 163,990',
  ],
  [
    'to an account in euros, nothing is converted',
    out.send({ ...fromBalance, provider: 'bank', payable: euros('250.00') }),
    'send',
    'D customer:S:reserved:EUR 251.25 | C income:fee:transfer:EUR 1.25 | C payable:bank:EUR 250.00',
  ],
  [
    'to Central Africa',
    out.send({ ...fromBalance, payable: money(163_990n, 'XAF') }),
    'send',
    'D customer:S:reserved:EUR 251.25 | C income:fee:transfer:EUR 1.25 | C position:EURXAF:EUR 250.00 | D position:EURXAF:XAF 163,990 | C payable:hub2:XAF 163,990',
  ],
]

const examples = [...openingAndTransfer, ...guineaAndWithdrawal, ...balancesAndBulk]

describe('worked examples', () => {
  it.each(examples)('%s', (_name, made, recipe, expected) => {
    expect(made.recipe).toBe(recipe)
    expect(made.sentence).toBe(sentences[recipe])
    expect([...made.postings].sort(byAccount)).toEqual(postingsOf(expected))
  })
})
