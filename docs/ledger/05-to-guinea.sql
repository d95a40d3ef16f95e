-- The Guinean franc floats. The conversion is at the mid rate (9,412.35), and what we earn on it is a line of its own.
-- 150.00 EUR typed are 1,411,852.5; phones there are paid in thousands, so 1,411,000 are paid, which costs 149.91.
-- The sender is charged for that and not for what was typed: 149.91 + margin 2.25 + fee 1.25 = 153.41.
select * from lesson.post(null, 'creditAfterClosing', 'D bank:FR76:EUR 200.00 | C customer:S:EUR 200.00');
select * from lesson.open('T1', 'transfer', customer => 'S', total => '153.41', target => '1,411,000');
select * from lesson.post('T1', 'reserve', 'D customer:S:EUR 153.41 | C customer:S:reserved:EUR 153.41', 'screening');
select * from lesson.post('T1', 'send',
  'D customer:S:reserved:EUR 153.41 | C income:fee:transfer:EUR 1.25 | C income:margin:GNF:EUR 2.25
  | C position:EURGNF:EUR 149.91 | D position:EURGNF:GNF 1,411,000 | C payable:hub2:GNF 1,411,000', 'sending');
select * from lesson.post('T1', 'payoutPaid', 'D payable:hub2:GNF 1,411,000 | C float:hub2:GNF 1,411,000', 'paid');

-- The float is bought when it is needed, at the rate of that day.
select * from lesson.post(null, 'buyFloat',
  'D position:EURGNF:EUR 1,062.50 | C bank:FR76:EUR 1,062.50
  | D float:hub2:GNF 10,000,000 | C position:EURGNF:GNF 10,000,000');

-- What the rate did in between is ours, gain or loss, and has its own account.
select * from lesson.post(null, 'revalue', 'D fx:result:EURGNF:EUR 3.10 | C position:EURGNF:EUR 3.10');

-- Ordered by bank transfer it takes days, and the rate moves: it is priced when its 153.41 are here. At 9,224.10 they
-- bring 1,382,000, which cost 149.82 and in all 153.32; the cents that no further thousand could use are free again.
-- Nothing is earned before it is sent, so that each fee is taken once.
select * from lesson.open('T2', 'transfer', customer => 'S', total => '153.32', target => '1,382,000');
select * from lesson.post('T2', 'creditMatched', 'D bank:FR76:EUR 153.41 | C customer:S:reserved:EUR 153.41', 'pricing');
select * from lesson.post('T2', 'release', 'D customer:S:reserved:EUR 0.09 | C customer:S:EUR 0.09', 'screening');
select * from lesson.post('T2', 'send',
  'D customer:S:reserved:EUR 153.32 | C income:fee:transfer:EUR 1.25 | C income:margin:GNF:EUR 2.25
  | C position:EURGNF:EUR 149.82 | D position:EURGNF:GNF 1,382,000 | C payable:hub2:GNF 1,382,000', 'sending');

-- It would bring less than its sender accepts: all of it is free, until they send it at the rate of another day or not.
select * from lesson.open('T3', 'transfer', customer => 'S', total => '153.41', target => '1,411,000');
select * from lesson.post('T3', 'creditMatched', 'D bank:FR76:EUR 153.41 | C customer:S:reserved:EUR 153.41', 'pricing');
select * from lesson.post('T3', 'release', 'D customer:S:reserved:EUR 153.41 | C customer:S:EUR 153.41', 'on_balance');

select * from lesson.operations;
select * from lesson.balances;
select * from lesson.invariants_broken;
