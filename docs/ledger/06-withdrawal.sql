-- 100.00 EUR to the customer's own bank account, for a fee of 0.50. The money is held from the first moment: a code that
-- is never confirmed releases it.
select * from lesson.post(null, 'creditAfterClosing', 'D bank:FR76:EUR 301.50 | C customer:S:EUR 301.50');
select * from lesson.open('W1', 'withdrawal', customer => 'S', total => '100.50');
select * from lesson.post('W1', 'reserve', 'D customer:S:EUR 100.50 | C customer:S:reserved:EUR 100.50');
select * from lesson.post('W1', 'release', 'D customer:S:reserved:EUR 100.50 | C customer:S:EUR 100.50', 'expired');

-- Confirmed: the fee is earned, and our bank is told to pay. Our bank is a provider like any other: what it has not
-- booked yet is `payable`.
select * from lesson.open('W2', 'withdrawal', customer => 'S', total => '100.50');
select * from lesson.post('W2', 'reserve', 'D customer:S:EUR 100.50 | C customer:S:reserved:EUR 100.50');
select * from lesson.post('W2', 'withdrawalOrdered',
  'D customer:S:reserved:EUR 100.50 | C income:fee:withdraw:EUR 0.50 | C payable:bank:EUR 100.00', 'sent');
select * from lesson.post('W2', 'withdrawalBooked', 'D payable:bank:EUR 100.00 | C bank:FR76:EUR 100.00', 'booked');

-- Sent back by the customer's bank, days later: amount and fee return to the balance.
select * from lesson.post(null, 'withdrawalReturned', 'D bank:FR76:EUR 100.00 | C payable:bank:EUR 100.00');
select * from lesson.post(null, 'withdrawalUndone',
  'D payable:bank:EUR 100.00 | D income:fee:withdraw:EUR 0.50 | C customer:S:EUR 100.50');

-- All that there is, 301.50: the fee comes out of it, and the balance ends at exactly nothing.
select * from lesson.open('W3', 'withdrawal', customer => 'S', total => '301.50');
select * from lesson.post('W3', 'reserve', 'D customer:S:EUR 301.50 | C customer:S:reserved:EUR 301.50');
select * from lesson.post('W3', 'withdrawalOrdered',
  'D customer:S:reserved:EUR 301.50 | C income:fee:withdraw:EUR 0.50 | C payable:bank:EUR 301.00', 'sent');

select * from lesson.operations;
select * from lesson.balances;
select * from lesson.invariants_broken;
