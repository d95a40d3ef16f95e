-- A payout that does not arrive. The sender gets back what was paid, fee included, whatever today's rate is.
select * from lesson.post(null, 'creditAfterClosing', 'D bank:FR76:EUR 600.00 | C customer:S:EUR 600.00');
select * from lesson.open('T1', 'transfer', customer => 'S', total => '251.25', target => '163,990');
select * from lesson.post('T1', 'reserve', 'D customer:S:EUR 251.25 | C customer:S:reserved:EUR 251.25', 'screening');
select * from lesson.post('T1', 'send',
  'D customer:S:reserved:EUR 251.25 | C income:fee:transfer:EUR 1.25 | C position:EURXOF:EUR 250.00
  | D position:EURXOF:XOF 163,990 | C payable:hub2:XOF 163,990', 'sending');

-- Declined before it was paid: the exact mirror of sending, and then the way back to the free balance.
select * from lesson.post('T1', 'undoSend',
  'D income:fee:transfer:EUR 1.25 | D position:EURXOF:EUR 250.00 | C customer:S:reserved:EUR 251.25
  | D payable:hub2:XOF 163,990 | C position:EURXOF:XOF 163,990', 'returned');
select * from lesson.post('T1', 'release', 'D customer:S:reserved:EUR 251.25 | C customer:S:EUR 251.25', 'refunded');

-- The second one is paid first, and comes back days later. Its life is over by then, so the return is an operation of
-- its own: the francs are in the float again, and everything is undone.
select * from lesson.open('T2', 'transfer', customer => 'S', total => '251.25', target => '163,990');
select * from lesson.post('T2', 'reserve', 'D customer:S:EUR 251.25 | C customer:S:reserved:EUR 251.25', 'screening');
select * from lesson.post('T2', 'send',
  'D customer:S:reserved:EUR 251.25 | C income:fee:transfer:EUR 1.25 | C position:EURXOF:EUR 250.00
  | D position:EURXOF:XOF 163,990 | C payable:hub2:XOF 163,990', 'sending');
select * from lesson.post('T2', 'payoutPaid', 'D payable:hub2:XOF 163,990 | C float:hub2:XOF 163,990', 'paid');

select * from lesson.open('T2-return', 'return', customer => 'S', total => '251.25');
select * from lesson.post('T2-return', 'payoutReturned', 'D float:hub2:XOF 163,990 | C payable:hub2:XOF 163,990');
select * from lesson.post('T2-return', 'undoSend',
  'D income:fee:transfer:EUR 1.25 | D position:EURXOF:EUR 250.00 | C customer:S:reserved:EUR 251.25
  | D payable:hub2:XOF 163,990 | C position:EURXOF:XOF 163,990', 'confirmed');
select * from lesson.post('T2-return', 'release', 'D customer:S:reserved:EUR 251.25 | C customer:S:EUR 251.25', 'given_back');

-- What has ended stays ended: the transfer itself remains paid, as it was.
update app.operations set state = 'returned' where id = 'T2';

select * from lesson.operations;
select * from lesson.balances;
select * from lesson.invariants_broken;
