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
  select o.id as what, 'holds ' || o.held || ', postings say ' || coalesce(m.reserved, 0)
    || ', handed over ' || coalesce(o.handed, 0) || ', handed on ' || coalesce(r.handed, 0) as detail
  from app.operations o
  left join moved m on m.operation_id = o.id
  left join (select parent_id, sum(handed) as handed from app.operations where handed > 0 group by 1) r on r.parent_id = o.id
  where o.held <> coalesce(m.reserved, 0) + o.handed - coalesce(r.handed, 0)
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
  -- All of it is set aside while it is priced or frozen, and nothing while it is free on the balance.
  select o.id, o.state || ': holds ' || o.held || ' of ' || o.total
  from app.operations o
  where (o.state in ('pricing', 'frozen') and o.held <> o.total) or (o.state = 'on_balance' and o.held <> 0)
  union all
  select e.operation_id, 'entry ' || e.business_key || ' in the book ' || e.book
  from ledger.entries e left join app.operations o on o.id = e.operation_id
  where e.operation_id is not null and o.book is distinct from e.book;

-- I5: timelines follow the lifecycles: each event is one that its state allows, and the operation stands where the last
-- one led. An operation is over in exactly the states that nothing leaves.
create view ledger.violation_i5 as
  select o.id as what, 'state ' || o.state || ', last event led to ' || e.to_state as detail
  from app.operations o join app.operation_events e on e.operation_id = o.id and e.version = o.version
  where e.to_state <> o.state
  union all
  select e.operation_id, 'version ' || e.version || ' leaves ' || coalesce(e.from_state, 'nothing') || ' but was in ' || b.to_state
  from app.operation_events e
  join app.operation_events b on b.operation_id = e.operation_id and b.version = e.version - 1
  where e.from_state is distinct from b.to_state
  union all
  select o.id, 'version ' || e.version || ': ' || e.event || ' does not lead a ' || o.kind || ' from '
    || coalesce(e.from_state, 'nothing') || ' to ' || e.to_state
  from app.operations o
  join app.operation_events e on e.operation_id = o.id
  left join app.lifecycle_states s on e.from_state is null and (s.kind, s.state, s.is_first) = (o.kind, e.to_state, true)
  left join app.lifecycle_moves m on (m.kind, m.from_state, m.event, m.to_state) = (o.kind, e.from_state, e.event, e.to_state)
  where case when e.version = 1 then e.event = 'created' and s.state is not null else m.event is not null end is not true
  union all
  select o.id, 'is ' || o.state || case when o.ended_at is null then ', which is an end, and goes on' else ' and over' end
  from app.operations o left join app.lifecycle_states s on (s.kind, s.state) = (o.kind, o.state)
  where s.is_end is distinct from (o.ended_at is not null);

-- I7: one event per move, without a gap; and what a provider tells is stored once, however often it is told.
create view ledger.violation_i7 as
  select o.id as what, 'version ' || o.version || ', events ' || count(e.id) as detail
  from app.operations o left join app.operation_events e on e.operation_id = o.id
  group by o.id, o.version having count(e.id) <> o.version or coalesce(max(e.version), 0) <> o.version
  union all
  select provider || ' ' || event_id, 'stored ' || count(*) || ' times'
  from app.webhook_events group by provider, event_id having count(*) > 1;

-- What an account of ours with a provider had gained by a moment. On our side of the books a debit is an asset.
create function ledger.gained_by(account text, moment timestamptz) returns bigint language sql stable as $$
  select coalesce(-sum(p.amount), 0)::bigint
  from ledger.accounts a
  join ledger.postings p on p.account_id = a.id
  join ledger.entries e on e.id = p.entry_id
  where a.name = account and e.recorded_at < moment
$$;

-- I8, the bank: every line is booked as it was told, and all that was booked since the first statement is what the bank
-- says that our account gained since then. What was there before is in our books too, if they were opened with anything.
-- A line that came in the last quarter of an hour may still wait to be booked.
create view ledger.violation_i8_bank as
  with lines as (
    select l.iban, l.dedupe_key, l.amount, l.stated_in is not null as is_stated, l.outcome,
      l.outcome = 'new' and l.created_at > clock_timestamp() - interval '15 minutes' as is_fresh, e.booked
    from app.bank_lines l
    left join lateral (
      select -sum(p.amount) as booked
      from ledger.keys k
      join ledger.postings p on p.entry_id = k.entry_id
      join ledger.accounts a on a.id = p.account_id
      where k.business_key = 'bank:' || l.dedupe_key and a.name = 'bank:' || l.iban || ':EUR'
    ) e on true
    where l.currency = 'EUR'
  ), told as (
    select distinct iban,
      first_value(opening) over by_age as opening,
      last_value(closing) over (by_age rows between unbounded preceding and unbounded following) as closing
    from app.bank_balances where currency = 'EUR' window by_age as (partition by iban order by told_at, id)
  ), compared as (
    select t.iban, t.opening, t.closing,
      coalesce(sum(l.amount) filter (where not l.is_stated and l.outcome <> 'ignored' and not l.is_fresh), 0)
        - coalesce(sum(l.amount) filter (where l.is_stated and l.is_fresh), 0) as apart,
      coalesce(sum(l.booked), 0) as booked,
      ledger.gained_by('bank:' || t.iban || ':EUR', 'infinity') as gained
    from told t left join lines l on l.iban = t.iban
    group by t.iban, t.opening, t.closing
  )
  select 'bank line ' || dedupe_key as what, 'told ' || amount || ', booked ' || coalesce(booked, 0) as detail
  from lines where outcome <> 'ignored' and not is_fresh and booked is distinct from amount
  union all
  select 'bank:' || iban || ':EUR', 'the bank says that it gained ' || closing - opening + apart || ', our books ' || booked
  from compared where closing - opening + apart <> booked
  union all
  select 'bank:' || iban || ':EUR', 'the bank began with ' || opening || ', our books with ' || gained - booked
  from compared where gained <> booked and gained - booked <> opening;

-- I8, the floats: what a payout provider said that it holds for us, at least a quarter of an hour ago, is what our books
-- said when it was asked. Between the two can only be payouts that it had made and we had not heard of (and its charge
-- for them, at most a twentieth), such that had come back, and such that a person had called paid of which it had not yet
-- said so itself: made or not, and what it charges for them is still to be told. Books that were not opened with a float are compared with
-- the first balance that was told.
create view ledger.violation_i8_float as
  with told as (
    select *, 'float:' || provider || ':' || currency as account,
      row_number() over (partition by provider, currency order by told_at, id) = 1 as is_first,
      row_number() over (partition by provider, currency order by told_at desc, id desc) = 1 as is_last
    from app.float_balances where told_at <= app.now() - interval '15 minutes'
  ), compared as (
    select t.*, t.balance - ledger.gained_by(t.account, t.asked_at) as excess, under_way.amount as under_way, back.amount as back,
      by_word.amount as by_word
    from told t
    cross join lateral (
      select coalesce(sum(a.amount), 0) as amount
      from app.payout_attempts a
      where a.provider = t.provider and a.currency = t.currency and a.state <> 'failed' and a.created_at <= t.told_at
        and not exists (
          select from ledger.keys k join ledger.entries e on e.id = k.entry_id
          where k.business_key in (a.operation_id || ':payoutPaid', 'refund:' || a.id || ':done') and e.recorded_at < t.asked_at)
    ) under_way
    cross join lateral (
      select coalesce(-sum(p.amount), 0) as amount
      from ledger.accounts a
      join ledger.postings p on p.account_id = a.id
      join ledger.entries e on e.id = p.entry_id
      where a.name = t.account and e.recipe in ('payoutReturned', 'refundReturned') and e.recorded_at >= t.asked_at
    ) back
    cross join lateral (
      select coalesce(sum(a.amount), 0) as amount
      from app.payout_attempts a
      join app.operations o on o.id = a.operation_id and o.details ? 'cost_untold'
      join ledger.keys k on k.business_key = a.operation_id || ':payoutPaid'
      join ledger.entries e on e.id = k.entry_id and e.recorded_at < t.asked_at
      where a.provider = t.provider and a.currency = t.currency and a.state = 'paid'
        and not exists (
          select from app.command_keys k
          where k.scope = 'payout' and k.key = a.id || ':cost' and k.at < t.asked_at)
    ) by_word
    where t.is_first or t.is_last
  ), judged as (
    select l.account, l.excess - b.excess as excess,
      l.back + ceil(b.under_way * 1.05) + l.by_word + ceil(b.by_word * 0.05) as most,
      ceil(l.under_way * 1.05) + b.back + ceil(l.by_word * 0.05) + b.by_word as least
    from compared l
    join compared f on f.is_first and f.account = l.account
    cross join lateral (
      select case when opened then 0 else f.excess end as excess, case when opened then 0 else f.under_way end as under_way,
        case when opened then 0 else f.back end as back, case when opened then 0 else f.by_word end as by_word
      from (select exists (
        select from ledger.accounts a
        join ledger.postings p on p.account_id = a.id
        join ledger.entries e on e.id = p.entry_id
        where a.name = l.account and e.recipe in ('buyFloat', 'collectionToFloat')) as opened) o
    ) b
    where l.is_last
  )
  select account as what, 'the provider has ' || excess || ' more than our books; payouts under way explain down to '
    || -least || ', those that came back or were called paid up to ' || most as detail
  from judged where excess > most or excess < -least;

create view ledger.violation_i8 as
  select * from ledger.violation_i8_bank union all select * from ledger.violation_i8_float;

-- I9: what was charged is what was quoted. What was priced on arrival costs no more than that, and brings at least what its
-- sender accepts.
create view ledger.violation_i9 as
  select o.id as what, 'total ' || o.total || ', quoted ' || (q.figures -> 'total_to_pay' ->> 'amount') as detail
  from app.operations o join app.quotes q on q.id = o.quote_id
  where q.figures -> 'total_to_pay' ->> 'currency' = 'EUR'
    and case when o.details -> 'on_arrival' ->> 'priced' = 'on_arrival'
      then o.total > replace(q.figures -> 'total_to_pay' ->> 'amount', '.', '')::bigint
      else o.total <> replace(q.figures -> 'total_to_pay' ->> 'amount', '.', '')::bigint end
  union all
  select o.id, 'brings ' || o.target || ', its sender accepts ' || (o.details -> 'on_arrival' ->> 'least')
  from app.operations o
  where o.details -> 'on_arrival' ->> 'priced' = 'on_arrival'
    and o.target < (o.details -> 'on_arrival' ->> 'least')::bigint
  union all
  select o.id, 'is ' || o.state || ' and was never priced on arrival'
  from app.operations o
  where o.details ? 'on_arrival' and not o.details -> 'on_arrival' ? 'priced'
    and o.state in ('held', 'sending', 'waiting', 'sent', 'unknown', 'paid', 'returned');

-- I10: a counter is what the payouts that it counts use, transfers and withdrawals, and never more than its limit was at
-- any time of its period. One that nobody received gives back what it used.
create view ledger.violation_i10 as
  with counted as (
    select o.*, to_char(o.started_at at time zone 'UTC', 'YYYY-MM-DD') as day, o.details -> 'payee' ->> 'phone' as phone
    from app.operations o
    where o.kind in ('transfer', 'withdrawal')
      and o.state not in ('on_balance', 'returned', 'refunding', 'refunded', 'failed', 'aborted', 'expired', 'cancelled')
      and not exists (select from app.operations r
        where r.parent_id = o.id and r.kind = 'return' and r.state in ('confirmed', 'given_back'))
  ), using_it as (
    select customer_id, day, principal, phone, target, target_currency, payout_kind from counted
    union all
    -- Rows of a bulk count from its start, before they have operations of their own.
    select b.customer_id, to_char(b.started_at at time zone 'UTC', 'YYYY-MM-DD'), r.principal, r.phone, r.target,
      b.target_currency, b.payout_kind
    from app.operations b join app.bulk_rows r on r.bulk_id = b.id
    where b.kind = 'bulk' and b.state in ('paying', 'running')
      and not exists (select from app.operations o where o.id = r.operation_id)
  ), used as (
    select customer_id as subject, 'sent' as kind, day as period, sum(principal) as amount
    from using_it group by 1, 2, 3
    union all
    select 'wallet:' || phone, 'received_' || target_currency, left(day, 7), sum(target)
    from using_it where payout_kind = 'mobile_money' and phone is not null group by 1, 2, 3
  ), kept as (
    select subject, kind, period, used as amount from app.counters where kind = 'sent' or kind like 'received\_%'
  )
  select subject || ' ' || kind || ' ' || period as what,
    'counted ' || coalesce(kept.amount, 0) || ', its payouts use ' || coalesce(used.amount, 0) as detail
  from kept full join used using (subject, kind, period)
  where coalesce(kept.amount, 0) <> coalesce(used.amount, 0)
  union all
  select k.subject || ' ' || k.kind || ' ' || k.period, 'used ' || k.amount || ' of ' || l.ceiling
  from kept k
  cross join lateral (
    select case k.kind when 'sent' then 'customer_day' else 'wallet_month' end as kind,
      case k.kind when 'sent' then 'EUR' else substr(k.kind, 10) end as currency,
      case when k.period ~ '^\d{4}-\d\d(-\d\d)?$' then (rpad(k.period, 10, '-01') || 'T00:00:00Z')::timestamptz end as begins,
      case k.kind when 'sent' then interval '1 day' else interval '1 month' end as lasts
  ) limited
  cross join lateral (
    select max(c.ceiling) as ceiling from app.limits c
    where c.kind = limited.kind and c.currency = limited.currency and c.valid_from < limited.begins + limited.lasts
      and not exists (select from app.limits n
        where n.kind = c.kind and n.currency = c.currency and n.valid_from > c.valid_from and n.valid_from <= limited.begins)
  ) l
  where k.amount > l.ceiling;

-- I11: nothing of one customer stands where another could read it: whose user, quote, payee and parent an operation
-- names, whose account a payee has, and whose money an entry moves.
create view ledger.violation_i11 as
  with owned as (
    select o.id, o.customer_id, n.names
    from app.operations o
    cross join lateral (
      select 'user ' || u.id as names, app.customer_of(u) as owner from app.users u where u.id = o.user_id
      union all
      select 'quote ' || q.id, q.customer_id from app.quotes q where q.id = o.quote_id
      union all
      select 'beneficiary ' || b.id, b.customer_id from app.beneficiaries b where b.id = o.beneficiary_id
      union all
      -- Who pays a request is another than who made it.
      select 'operation ' || p.id, case when p.kind = 'request' and p.customer_id = o.receiver_customer_id then o.customer_id
        else p.customer_id end from app.operations p where p.id = o.parent_id
    ) n
    where n.owner <> o.customer_id
  ), customers as (
    select id from app.companies union all select id from app.users where company_id is null
  ), moved as (
    select e.business_key, e.operation_id, a.name, split_part(a.name, ':', 2) as customer_id, p.amount
    from ledger.accounts a
    join ledger.postings p on p.account_id = a.id
    join ledger.entries e on e.id = p.entry_id
    where a.name like 'customer:%' or a.name like 'receivable:%'
  )
  select id as what, 'of ' || customer_id || ' names the ' || names || ' of another' as detail from owned
  union all
  select o.id, 'received by ' || o.receiver_customer_id || ', who is no customer or the sender'
  from app.operations o
  where o.receiver_customer_id is not null and (o.receiver_customer_id = o.customer_id
    or not exists (select from customers c where c.id = o.receiver_customer_id))
  union all
  select x.id, 'of ' || x.customer_id || ' belongs to a beneficiary of ' || b.customer_id
  from (select id, customer_id, beneficiary_id from app.contacts
        union all select id, customer_id, beneficiary_id from app.beneficiary_accounts) x
  join app.beneficiaries b on b.id = x.beneficiary_id
  where b.customer_id <> x.customer_id
  union all
  -- A receiver only ever gets, on the free balance.
  select m.name, 'moved by ' || m.business_key || ', of ' || o.customer_id
  from moved m join app.operations o on o.id = m.operation_id
  where m.customer_id <> o.customer_id
    and (m.name, m.amount > 0) is distinct from ('customer:' || o.receiver_customer_id || ':EUR', true)
  union all
  select min(m.business_key), 'without an operation, moves money of ' || count(distinct m.customer_id) || ' customers'
  from moved m join customers c on c.id = m.customer_id
  where m.operation_id is null
  group by m.business_key having count(distinct m.customer_id) > 1;

-- What an operator's action is hashed by: every column that tells what was done.
create function app.action_text(a app.operator_actions) returns bytea language sql stable as $$
  select convert_to(jsonb_build_array(a.actor, a.action, a.subject, a.reason, a.before, a.after, extract(epoch from a.at))::text,
    'UTF8')
$$;

-- I12: each event's hash covers the one before, and so does each action of an operator.
create view ledger.violation_i12 as
  select e.operation_id as what, 'event ' || e.version || ' was altered' as detail
  from app.operation_events e
  left join app.operation_events b on b.operation_id = e.operation_id and b.version = e.version - 1
  where e.hash <> app.next_hash(null, b.hash, app.event_text(e))
  union all
  select 'operator action ' || a.id, 'was altered, or the one before it'
  from (select a, a.id, a.hash, lag(a.hash) over (order by a.id) as hash_before from app.operator_actions a) a
  where a.hash <> sha256(coalesce(a.hash_before, '') || app.action_text(a.a));

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
  foreach check_name in array array['i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7', 'i8', 'i9', 'i10', 'i11', 'i12',
    'single_payout', 'position'] loop
    execute format('select count(*), min(what || '': '' || detail) from ledger.violation_%s', check_name)
      into found_rows, first_detail;
    invariant := upper(check_name);
    ok := found_rows = 0;
    detail := case when found_rows = 0 then 'clean' else found_rows || ' found, first: ' || first_detail end;
    return next;
  end loop;
end $$;
