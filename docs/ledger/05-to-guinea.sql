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

select * from lesson.balances;
select * from lesson.invariants_broken;
