-- A credit whose owner nobody knows is kept apart: it is neither ours nor anyone's balance.
select * from lesson.post(null, 'creditUnmatched', 'D bank:FR76:EUR 80.00 | C suspense:unmatched:EUR 80.00');

-- A person finds out whose it is.
select * from lesson.post(null, 'suspenseMatched', 'D suspense:unmatched:EUR 80.00 | C customer:S:EUR 80.00');

-- Or that it pays an operation which waits for it.
select * from lesson.post(null, 'creditUnmatched', 'D bank:FR76:EUR 80.00 | C suspense:unmatched:EUR 80.00', number => 2);
select * from lesson.open('T1', 'transfer', customer => 'S', total => '80.00');
select * from lesson.post('T1', 'suspenseReserved', 'D suspense:unmatched:EUR 80.00 | C customer:S:reserved:EUR 80.00', 'screening');

-- Or that it has to go back to where it came from.
select * from lesson.post(null, 'creditUnmatched', 'D bank:FR76:EUR 80.00 | C suspense:unmatched:EUR 80.00', number => 3);
select * from lesson.post(null, 'suspenseSentBack', 'D suspense:unmatched:EUR 80.00 | C refund:bank:EUR 80.00');

-- The bank may also take money for a reason that nobody knows yet.
select * from lesson.post(null, 'debitUnmatched', 'D suspense:unmatched:EUR 12.00 | C bank:FR76:EUR 12.00');

-- A bank takes a credit back after the customer spent 20.00 of it. The balance gives the 60.00 it has, and 20.00 are owed.
select * from lesson.open('T2', 'transfer', customer => 'S', total => '20.00', to_balance_of => 'R');
select * from lesson.post('T2', 'reserve', 'D customer:S:EUR 20.00 | C customer:S:reserved:EUR 20.00', 'screening');
select * from lesson.post('T2', 'transferToBalance', 'D customer:S:reserved:EUR 20.00 | C customer:R:EUR 20.00', 'paid');
select * from lesson.post(null, 'creditReversed', 'D customer:S:EUR 80.00 | C bank:FR76:EUR 80.00');
select * from lesson.post(null, 'creditReversed',
  'D customer:S:EUR 60.00 | D receivable:S:EUR 20.00 | C bank:FR76:EUR 80.00');

select * from lesson.balances;
select * from lesson.invariants_broken;
