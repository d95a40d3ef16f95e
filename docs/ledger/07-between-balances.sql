-- From one balance to another: no provider, no conversion, nothing to wait for.
select * from lesson.post(null, 'creditAfterClosing', 'D bank:FR76:EUR 500.00 | C customer:S:EUR 500.00');
select * from lesson.open('T1', 'transfer', customer => 'S', total => '251.25', to_balance_of => 'R');
select * from lesson.post('T1', 'reserve', 'D customer:S:EUR 251.25 | C customer:S:reserved:EUR 251.25', 'screening');
select * from lesson.post('T1', 'transferToBalance',
  'D customer:S:reserved:EUR 251.25 | C customer:R:EUR 250.00 | C income:fee:transfer:EUR 1.25', 'paid');

-- Many beneficiaries at once: 100.00 + 1.00 and 50.00 + 0.75. Every row holds its own money, so that the end of one row
-- cannot touch another's.
select * from lesson.open('B1-1', 'transfer', customer => 'S', total => '101.00', target => '65,595');
select * from lesson.open('B1-2', 'transfer', customer => 'S', total => '50.75', target => '32,800');
select * from lesson.post('B1-1', 'reserve', 'D customer:S:EUR 101.00 | C customer:S:reserved:EUR 101.00', 'screening');
select * from lesson.post('B1-2', 'reserve', 'D customer:S:EUR 50.75 | C customer:S:reserved:EUR 50.75', 'screening');

-- The first row is sent, the second is refused and goes back.
select * from lesson.post('B1-1', 'send',
  'D customer:S:reserved:EUR 101.00 | C income:fee:bulk:EUR 1.00 | C position:EURXOF:EUR 100.00
  | D position:EURXOF:XOF 65,595 | C payable:hub2:XOF 65,595', 'sending');
select * from lesson.post('B1-2', 'release', 'D customer:S:reserved:EUR 50.75 | C customer:S:EUR 50.75', 'cancelled');

select * from lesson.operations;
select * from lesson.balances;
select * from lesson.invariants_broken;
