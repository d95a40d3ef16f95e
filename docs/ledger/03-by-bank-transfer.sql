-- Paid by bank transfer, accepting posts nothing: the money is not here yet. When the credit is booked it goes straight
-- to the reserve of its operation, never over the free balance, where another payment could take it.
select * from lesson.open('T1', 'transfer', customer => 'S', total => '251.25', target => '163,990');
select * from lesson.post('T1', 'creditMatched', 'D bank:FR76:EUR 251.25 | C customer:S:reserved:EUR 251.25', 'screening');
select * from lesson.post('T1', 'send',
  'D customer:S:reserved:EUR 251.25 | C income:fee:transfer:EUR 1.25 | C position:EURXOF:EUR 250.00
  | D position:EURXOF:XOF 163,990 | C payable:hub2:XOF 163,990', 'sending');

-- Too much: what was promised is reserved, the rest is the payer's.
select * from lesson.open('T2', 'transfer', customer => 'S', total => '251.25');
select * from lesson.post('T2', 'creditOver',
  'D bank:FR76:EUR 261.25 | C customer:S:reserved:EUR 251.25 | C customer:S:EUR 10.00', 'screening');

-- Paid a second time: the second credit is a deposit.
select * from lesson.post(null, 'creditPaidTwice', 'D bank:FR76:EUR 251.25 | C customer:S:EUR 251.25');

-- Too little: it waits. The rest may come by bank, or be taken from the balance.
select * from lesson.open('T3', 'transfer', customer => 'S', total => '251.25');
select * from lesson.post('T3', 'creditMatched', 'D bank:FR76:EUR 249.25 | C customer:S:reserved:EUR 249.25', 'short');
select * from lesson.post('T3', 'creditMatched', 'D bank:FR76:EUR 1.00 | C customer:S:reserved:EUR 1.00', 'short', 2);
select * from lesson.post('T3', 'reserve', 'D customer:S:EUR 1.00 | C customer:S:reserved:EUR 1.00', 'screening');

-- Short by no more than the tolerance that a table allows: we bear the cent.
select * from lesson.open('T4', 'transfer', customer => 'S', total => '251.25');
select * from lesson.post('T4', 'creditWithinTolerance',
  'D bank:FR76:EUR 251.24 | D expense:shortfall:EUR 0.01 | C customer:S:reserved:EUR 251.25', 'screening');

-- Short, and the sender wants it back: on its way to the account it came from, then booked by our bank.
select * from lesson.open('T5', 'transfer', customer => 'S', total => '251.25');
select * from lesson.post('T5', 'creditMatched', 'D bank:FR76:EUR 250.25 | C customer:S:reserved:EUR 250.25', 'short');
select * from lesson.post('T5', 'refundAsked', 'D customer:S:reserved:EUR 250.25 | C refund:bank:EUR 250.25', 'refunding');
select * from lesson.post('T5', 'refundBooked', 'D refund:bank:EUR 250.25 | C bank:FR76:EUR 250.25', 'refunded');

-- Too late, after its operation closed: a deposit. From a payer without a balance it goes back instead.
select * from lesson.post(null, 'creditAfterClosing', 'D bank:FR76:EUR 251.25 | C customer:S:EUR 251.25');
select * from lesson.post(null, 'creditSentBack', 'D bank:FR76:EUR 251.25 | C refund:bank:EUR 251.25');

-- One operation cannot spend what another one holds, although both are the same customer's.
select * from lesson.post('T3', 'release', 'D customer:S:reserved:EUR 251.26 | C customer:S:EUR 251.26', 'cancelled');

select * from lesson.operations;
select * from lesson.balances;
select * from lesson.invariants_broken;
