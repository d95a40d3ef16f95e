-- 250.00 by card, fee 5.10. The card company has collected it, and will settle later, less its charge.
select * from lesson.open('T1', 'transfer', customer => 'S', total => '255.10', target => '163,990');
select * from lesson.post('T1', 'payInCollected', 'D payin:monext:EUR 255.10 | C customer:S:reserved:EUR 255.10', 'screening');
select * from lesson.post('T1', 'send',
  'D customer:S:reserved:EUR 255.10 | C income:fee:transfer:EUR 5.10 | C position:EURXOF:EUR 250.00
  | D position:EURXOF:XOF 163,990 | C payable:hub2:XOF 163,990', 'sending');
select * from lesson.post(null, 'payInSettled',
  'D bank:FR76:EUR 251.28 | D expense:provider:monext:EUR 3.82 | C payin:monext:EUR 255.10');

-- Another one is refused before it is sent. Card money goes back to the card and never becomes money to withdraw.
select * from lesson.open('T2', 'transfer', customer => 'S', total => '255.10');
select * from lesson.post('T2', 'payInCollected', 'D payin:monext:EUR 255.10 | C customer:S:reserved:EUR 255.10', 'screening');
select * from lesson.post('T2', 'refundAsked', 'D customer:S:reserved:EUR 255.10 | C refund:monext:EUR 255.10', 'refunding');
select * from lesson.post('T2', 'refundDone', 'D refund:monext:EUR 255.10 | C payin:monext:EUR 255.10', 'refunded');

-- Should the card refuse it, the balance is what is left.
select * from lesson.open('T3', 'transfer', customer => 'S', total => '40.00');
select * from lesson.post('T3', 'payInCollected', 'D payin:monext:EUR 40.00 | C customer:S:reserved:EUR 40.00', 'screening');
select * from lesson.post('T3', 'refundAsked', 'D customer:S:reserved:EUR 40.00 | C refund:monext:EUR 40.00', 'refunding');
select * from lesson.post('T3', 'refundFailed', 'D refund:monext:EUR 40.00 | C customer:S:EUR 40.00', 'refunded');

-- Months later the first payment is taken back, at a charge of 15.00. The balance gives what it has, here nothing is
-- taken below zero; what is missing the customer owes us.
select * from lesson.post(null, 'chargeback',
  'D receivable:S:EUR 255.10 | D expense:provider:monext:EUR 15.00 | C payin:monext:EUR 270.10');
select * from lesson.post(null, 'receivableRecovered', 'D customer:S:EUR 40.00 | C receivable:S:EUR 40.00');
select * from lesson.balances where account like '%S:EUR';

-- The dispute is won: the debt is cleared, and what was taken is given back.
select * from lesson.post(null, 'disputeWon',
  'D payin:monext:EUR 255.10 | C receivable:S:EUR 215.10 | C customer:S:EUR 40.00');

-- Had it been lost, and the debt given up, it would be a loss of ours.
select * from lesson.post(null, 'receivableWrittenOff', 'D expense:loss:EUR 215.10 | C receivable:S:EUR 215.10');

select * from lesson.balances;
select * from lesson.invariants_broken;
