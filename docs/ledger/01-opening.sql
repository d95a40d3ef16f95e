-- Our own money comes first, so that the books start balanced: the bank owes it to us (a debit, shown below zero),
-- and we owe it to whoever founded the company (a credit).
select * from lesson.post(null, 'openCapital', 'D bank:FR76:EUR 100,000.00 | C equity:capital:EUR 100,000.00');

-- Payouts are made from money that lies at the provider already. Buying it is two balanced halves, one per currency,
-- that meet in the position: so an entry never has to balance euros against francs.
select * from lesson.post(null, 'buyFloat',
  'D position:EURXOF:EUR 30,489.80 | C bank:FR76:EUR 30,489.80
  | D float:hub2:XOF 20,000,000 | C position:EURXOF:XOF 20,000,000');

-- A customer pays money in by bank transfer. From now on we owe it: a credit.
select * from lesson.post(null, 'creditAfterClosing', 'D bank:FR76:EUR 5,000.00 | C customer:S:EUR 5,000.00');

-- A reward for a friend who joined is an expense of ours.
select * from lesson.post(null, 'sponsorshipReward', 'D expense:sponsorship:EUR 15.00 | C customer:S:EUR 15.00');

select * from lesson.balances;

-- In each currency all balances together are zero, always.
select currency, sum(balance) as together from ledger.accounts group by currency order by currency;

-- A figure that does not balance cannot be written, whoever asks.
select * from lesson.post(null, 'wrong', 'D bank:FR76:EUR 10.00 | C equity:capital:EUR 9.99');

-- The same thing cannot be posted twice either: its key is taken for ever.
select * from lesson.post(null, 'openCapital', 'D bank:FR76:EUR 100,000.00 | C equity:capital:EUR 100,000.00');

select * from lesson.invariants_broken;
