-- 250.00 EUR go from a balance to a phone in Côte d'Ivoire. At 655.957 francs a euro that is 163,989.25, which pays as
-- 163,990. Our fee is 1.25, so the sender pays 251.25.
select * from lesson.post(null, 'creditAfterClosing', 'D bank:FR76:EUR 300.00 | C customer:S:EUR 300.00');

select * from lesson.open('T1', 'transfer', customer => 'S', total => '251.25', target => '163,990');

-- Accepting sets the money aside. It still belongs to the sender, but no other payment can take it.
select * from lesson.post('T1', 'reserve',
  'D customer:S:EUR 251.25 | C customer:S:reserved:EUR 251.25', 'screening');

-- What is left is 48.75: a second transfer that wants more is refused, not queued, and leaves no trace.
select * from lesson.open('T2', 'transfer', customer => 'S', total => '48.76');
select * from lesson.post('T2', 'reserve', 'D customer:S:EUR 48.76 | C customer:S:reserved:EUR 48.76', 'screening');

-- Sending spends the reserve: the fee is earned, euros are converted, and the francs are promised to the beneficiary.
-- This is written in the same transaction that lets the payout go.
select * from lesson.post('T1', 'send',
  'D customer:S:reserved:EUR 251.25 | C income:fee:transfer:EUR 1.25 | C position:EURXOF:EUR 250.00
  | D position:EURXOF:XOF 163,990 | C payable:hub2:XOF 163,990', 'sending');

-- While nobody knows whether it was paid, nothing is posted: the promise stays in `payable`.
select * from lesson.balances;

-- The provider has paid out of our float, and keeps its own charge.
select * from lesson.post('T1', 'payoutPaid', 'D payable:hub2:XOF 163,990 | C float:hub2:XOF 163,990', 'paid');
select * from lesson.post(null, 'payoutCost', 'D expense:provider:hub2:XOF 1,640 | C float:hub2:XOF 1,640');

-- 250.00 EUR are 163,989.25 francs; 163,990 were paid. No coin is that small, so 0.75 stays in the position, and a
-- check bounds what may gather there.
select * from lesson.balances;
select * from lesson.operations;
select * from lesson.invariants_broken;
