-- Instant bank payment: collected on our account at the provider, swept to our bank later.
select * from lesson.open('T1', 'transfer', customer => 'S', total => '251.25');
select * from lesson.post('T1', 'payInCollected', 'D payin:truelayer:EUR 251.25 | C customer:S:reserved:EUR 251.25', 'screening');
select * from lesson.post(null, 'payInSettled', 'D bank:FR76:EUR 251.25 | C payin:truelayer:EUR 251.25');

-- Paid from an account that is not the sender's: it never reaches a balance.
select * from lesson.post(null, 'payInNotHolder', 'D payin:truelayer:EUR 251.25 | C refund:truelayer:EUR 251.25');
select * from lesson.post(null, 'refundDone', 'D refund:truelayer:EUR 251.25 | C payin:truelayer:EUR 251.25');

-- Deposits: the amount goes to the balance, the fee is on top.
select * from lesson.post(null, 'depositByBank',
  'D bank:FR76:EUR 100.30 | C customer:S:EUR 100.00 | C income:fee:deposit:EUR 0.30');
select * from lesson.post(null, 'depositCollected',
  'D payin:monext:EUR 101.60 | C customer:S:EUR 100.00 | C income:fee:deposit:EUR 1.60');

-- From a phone, in francs: 101.00 EUR are 66,251.657, charged as 66,250. The provider keeps 1,325 of it.
select * from lesson.post(null, 'mobileMoneyDeposit',
  'D payin:hub2:XOF 66,250 | C position:EURXOF:XOF 66,250
  | D position:EURXOF:EUR 101.00 | C customer:S:EUR 100.00 | C income:fee:deposit:EUR 1.00');
select * from lesson.post(null, 'collectionCost', 'D expense:provider:hub2:XOF 1,325 | C payin:hub2:XOF 1,325');
select * from lesson.post(null, 'collectionToFloat', 'D float:hub2:XOF 64,925 | C payin:hub2:XOF 64,925');

-- The same for an operation, and back to the phone when it is cancelled: the francs that came, not today's.
select * from lesson.open('T2', 'transfer', customer => 'S', total => '101.00');
select * from lesson.post('T2', 'mobileMoneyCollected',
  'D payin:hub2:XOF 66,250 | C position:EURXOF:XOF 66,250
  | D position:EURXOF:EUR 101.00 | C customer:S:reserved:EUR 101.00', 'screening');
select * from lesson.post('T2', 'mobileMoneyRefundAsked',
  'D customer:S:reserved:EUR 101.00 | C position:EURXOF:EUR 101.00
  | D position:EURXOF:XOF 66,250 | C refund:hub2:XOF 66,250', 'refunding');

-- A phone that does not take it back: its euros go to the balance.
select * from lesson.post('T2', 'mobileMoneyRefundFailed',
  'D refund:hub2:XOF 66,250 | C position:EURXOF:XOF 66,250
  | D position:EURXOF:EUR 101.00 | C customer:S:EUR 101.00', 'refunded');

-- A refund that was paid out of the float, and that the operator took back days later: then its euros go to the balance, too.
select * from lesson.post(null, 'refundReturned', 'D float:hub2:XOF 66,250 | C refund:hub2:XOF 66,250');

select * from lesson.operations;
select * from lesson.balances;
select * from lesson.invariants_broken;
