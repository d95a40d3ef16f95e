-- The invariants, each a query that must find nothing. ledger.verify() runs them all.

-- I1: an entry's postings sum to zero per currency, and no entry is empty.
create view ledger.violation_i1 as
  select e.id::text as what, 'entry ' || e.business_key || ' does not balance' as detail
  from ledger.entries e left join ledger.postings p on p.entry_id = e.id
  group by e.id, e.business_key, p.currency
  having coalesce(sum(p.amount), 1) <> 0;

-- I2: a balance equals its postings.
create view ledger.violation_i2 as
  select a.name as what, 'balance ' || a.balance || ', postings ' || coalesce(s.total, 0) as detail
  from ledger.accounts a
  left join (select account_id, sum(amount) as total from ledger.postings group by account_id) s on s.account_id = a.id
  where a.balance <> coalesce(s.total, 0);

-- I3: no guarded account below its floor.
create view ledger.violation_i3 as
  select name as what, 'balance ' || balance as detail from ledger.accounts where guarded and balance < 0;

-- I4: one business key, one entry; every entry has its key.
create view ledger.violation_i4 as
  select e.business_key as what, 'entry without its key' as detail
  from ledger.entries e left join ledger.keys k on k.entry_id = e.id and k.business_key = e.business_key
  where k.business_key is null
  union all
  select business_key, 'posted ' || count(*) || ' times' from ledger.entries group by business_key having count(*) > 1;

-- I6: an operation's postings explain what it holds, and an ended one holds nothing.
create view ledger.violation_i6 as
  with moved as (
    select e.operation_id,
      coalesce(sum(p.amount) filter (where a.name like 'customer:%:reserved:EUR'), 0) as reserved,
      coalesce(-sum(p.amount) filter (where a.name like 'customer:%:reserved:EUR'
        and e.recipe in ('send', 'undoSend', 'transferToBalance')), 0) as spent,
      coalesce(sum(p.amount) filter (where a.name like 'payable:%'), 0) as promised
    from ledger.entries e
    join ledger.postings p on p.entry_id = e.id
    join ledger.accounts a on a.id = p.account_id
    where e.operation_id is not null
    group by e.operation_id
  )
  select o.id as what, 'holds ' || o.held || ', postings say ' || coalesce(m.reserved, 0) as detail
  from app.operations o left join moved m on m.operation_id = o.id
  where o.held <> coalesce(m.reserved, 0)
  union all
  select o.id, 'ended as ' || o.state || ' but holds ' || o.held
  from app.operations o where o.ended_at is not null and o.held <> 0
  union all
  select a.name, 'reserve ' || a.balance || ', its operations hold ' || coalesce(h.held, 0)
  from ledger.accounts a
  left join (select book, customer_id, sum(held) as held from app.operations group by 1, 2) h
    on h.book = a.book and a.name = 'customer:' || h.customer_id || ':reserved:EUR'
  where a.name like 'customer:%:reserved:EUR' and a.balance <> coalesce(h.held, 0)
  union all
  -- Spent from sending on, promised until it is paid, and neither once everything was undone.
  select o.id, o.state || ': spent ' || coalesce(m.spent, 0) || ' of ' || o.total
    || ', promised ' || coalesce(m.promised, 0) || ' of ' || coalesce(o.target, 0)
  from app.operations o left join moved m on m.operation_id = o.id
  where o.kind = 'transfer' and (
    coalesce(m.spent, 0) <> case when o.state in ('sending', 'waiting', 'sent', 'unknown', 'paid') then o.total else 0 end
    or coalesce(m.promised, 0) <> case when o.state in ('sending', 'waiting', 'sent', 'unknown') then o.target else 0 end)
  union all
  select e.operation_id, 'entry ' || e.business_key || ' in the book ' || e.book
  from ledger.entries e left join app.operations o on o.id = e.operation_id
  where e.operation_id is not null and o.book is distinct from e.book;

-- I5 and I7: one event per move, without a gap, and the state is where the last event led.
create view ledger.violation_i5 as
  select o.id as what, 'version ' || o.version || ', events ' || count(e.id) as detail
  from app.operations o left join app.operation_events e on e.operation_id = o.id
  group by o.id, o.version having count(e.id) <> o.version or coalesce(max(e.version), 0) <> o.version
  union all
  select o.id, 'state ' || o.state || ', last event led to ' || e.to_state
  from app.operations o join app.operation_events e on e.operation_id = o.id and e.version = o.version
  where e.to_state <> o.state
  union all
  select e.operation_id, 'version ' || e.version || ' leaves ' || coalesce(e.from_state, 'nothing') || ' but was in ' || b.to_state
  from app.operation_events e
  join app.operation_events b on b.operation_id = e.operation_id and b.version = e.version - 1
  where e.from_state is distinct from b.to_state;

-- I9: what was charged is what was quoted.
create view ledger.violation_i9 as
  select o.id as what, 'total ' || o.total || ', quoted ' || (q.figures -> 'total_to_pay' ->> 'amount') as detail
  from app.operations o join app.quotes q on q.id = o.quote_id
  where q.figures -> 'total_to_pay' ->> 'currency' = 'EUR'
    and o.total <> replace(q.figures -> 'total_to_pay' ->> 'amount', '.', '')::bigint;

-- I12: each event's hash covers the one before.
create view ledger.violation_i12 as
  select e.operation_id as what, 'event ' || e.version || ' was altered' as detail
  from app.operation_events e
  left join app.operation_events b on b.operation_id = e.operation_id and b.version = e.version - 1
  where e.hash <> app.next_hash(null, b.hash, app.event_text(e));

-- No operation has two payouts that may have been paid, and a paid one has exactly one.
create view ledger.violation_single_payout as
  select operation_id as what, count(*) || ' live attempts' as detail
  from app.payout_attempts where state <> 'failed' group by operation_id having count(*) > 1
  union all
  select o.id, 'paid without a paid attempt'
  from app.operations o
  where o.kind = 'transfer' and o.state = 'paid' and o.payout_kind <> 'balance'
    and not exists (select from app.payout_attempts a where a.operation_id = o.id and a.state = 'paid');

-- A conversion leaves less than half a cent in the position: |EUR × rate − CCY| ≤ conversions × half a cent × rate.
create view ledger.violation_position as
  select 'position:' || pair || ' (' || book || ')' as what,
    'euros ' || eur || ', local ' || local || ', conversions ' || conversions as detail
  from (
    select a.book, split_part(a.name, ':', 2) as pair,
      coalesce(-sum(p.amount) filter (where p.currency <> 'EUR'), 0) as local,
      coalesce(sum(p.amount) filter (where p.currency = 'EUR'), 0) as eur,
      count(distinct p.entry_id) as conversions
    from ledger.accounts a join ledger.postings p on p.account_id = a.id
    where a.name like 'position:EURX%'
    group by 1, 2
  ) t
  where abs(eur * 6.55957 - local) > conversions * 0.5 * 6.55957;

create function ledger.verify() returns table (invariant text, ok boolean, detail text) language plpgsql stable
security definer set search_path = pg_catalog, ledger, app, pg_temp as $$
declare
  check_name text;
  found_rows bigint;
  first_detail text;
begin
  foreach check_name in array array['i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i9', 'i12', 'single_payout', 'position'] loop
    execute format('select count(*), min(what || '': '' || detail) from ledger.violation_%s', check_name)
      into found_rows, first_detail;
    invariant := upper(check_name);
    ok := found_rows = 0;
    detail := case when found_rows = 0 then 'clean' else found_rows || ' found, first: ' || first_detail end;
    return next;
  end loop;
end $$;
