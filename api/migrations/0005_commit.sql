-- The one door. app.commit(changes) writes everything a batch of commands decided, or says why it did not.
-- Several statements, never one: a lock taken inside a common table expression reads an old snapshot.
--
-- A change: { i, scope, key, body_hash, received_at, operation_id, expect, quote_id, answer,
--   create | patch (columns of app.operations), events[], entries[{ key, recipe, book, rate, corrects, postings[{ account, currency, amount }] }],
--   attempts[], timers[], counters[{ subject, kind, period, amount, ceiling }], jobs[{ task, payload }], bank_lines[] }
-- Its verdict: { i, verdict: committed | replayed | refused, code?, answer?, operation_id? }

-- Step 1: keys, sorted, so that two processes never wait for each other in a circle.
create function app.commit_keys(changes jsonb) returns jsonb language plpgsql as $$
declare verdicts jsonb;
begin
  with wanted as (
    select c.* from jsonb_to_recordset(changes)
      as c (i int, scope text, key text, body_hash text, operation_id text, answer jsonb)
  ), inserted as (
    insert into app.command_keys (scope, key, body_hash, operation_id, answer)
    select scope, key, body_hash, operation_id, answer from wanted order by scope, key
    on conflict do nothing
    returning scope, key
  )
  select coalesce(jsonb_object_agg(w.i, true), '{}') into verdicts
    from wanted w join inserted using (scope, key);

  -- A new statement, hence a new snapshot: it sees what the insert above waited for.
  return (
    select coalesce(jsonb_object_agg(c.i, case
        when k.key is null then jsonb_build_object('verdict', 'refused', 'code', 'try_again')
        when k.body_hash = c.body_hash then
          jsonb_build_object('verdict', 'replayed', 'answer', k.answer, 'operation_id', k.operation_id)
        else jsonb_build_object('verdict', 'refused', 'code', 'idempotency_key_reused')
      end), '{}')
    from jsonb_to_recordset(changes) as c (i int, scope text, key text, body_hash text)
    left join app.command_keys k using (scope, key)
    where not verdicts ? c.i::text
  );
end $$;

-- Step 2: lock operations, counters, then customers' accounts, each in the order of its key.
create function app.commit_lock(changes jsonb) returns void language plpgsql as $$
begin
  perform from app.operations o
    where o.id in (select value ->> 'operation_id' from jsonb_array_elements(changes) where (value ->> 'expect')::int > 0)
    order by o.id for no key update;

  insert into app.counters (subject, kind, period)
    select distinct n.subject, n.kind, n.period
    from jsonb_array_elements(changes) c,
      jsonb_to_recordset(coalesce(c.value -> 'counters', '[]')) as n (subject text, kind text, period text)
    order by 1, 2, 3
    on conflict do nothing;
  perform from app.counters t
    where (t.subject, t.kind, t.period) in (
      select n.subject, n.kind, n.period
      from jsonb_array_elements(changes) c,
        jsonb_to_recordset(coalesce(c.value -> 'counters', '[]')) as n (subject text, kind text, period text))
    order by t.subject, t.kind, t.period for no key update;

  insert into ledger.accounts (book, name, currency)
    select distinct e.book, p.account, p.currency
    from jsonb_array_elements(changes) c,
      jsonb_to_recordset(coalesce(c.value -> 'entries', '[]')) as e (book text, postings jsonb),
      jsonb_to_recordset(e.postings) as p (account text, currency text)
    where not exists (select from ledger.accounts a where a.book = e.book and a.name = p.account)
    order by 1, 2
    on conflict do nothing;
  perform from ledger.accounts a
    where a.guarded and (a.book, a.name) in (
      select e.book, p.account
      from jsonb_array_elements(changes) c,
        jsonb_to_recordset(coalesce(c.value -> 'entries', '[]')) as e (book text, postings jsonb),
        jsonb_to_recordset(e.postings) as p (account text))
    order by a.id for no key update;
end $$;

-- Step 3a: what can be said of a change alone: version, quote, business keys, its own held money.
create function app.commit_judge_each(changes jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_object_agg(i, jsonb_build_object('verdict', 'refused', 'code', code)), '{}')
  from (
    select c.i, case
      when c.expect > 0 and o.id is null then 'not_found'
      when c.expect > 0 and o.version <> c.expect then 'stale_version'
      when c.expect = 0 and c.operation_id is not null and o.id is not null then 'stale_version'
      when c.quote_id is not null and (q.id is null or q.accept_by < c.received_at) then 'quote_expired'
      when c.quote_id is not null and exists (
        select from app.operations x where x.quote_id = c.quote_id and x.id <> c.operation_id) then 'quote_already_accepted'
      when exists (
        select from jsonb_to_recordset(coalesce(c.entries, '[]')) as e (key text)
        join ledger.keys k on k.business_key = e.key) then 'already_posted'
      when coalesce(o.held, 0) + coalesce((
        select sum(p.amount)
        from jsonb_to_recordset(coalesce(c.entries, '[]')) as e (postings jsonb),
          jsonb_to_recordset(e.postings) as p (account text, amount bigint)
        where p.account like 'customer:%:reserved:EUR'), 0) < 0 then 'held_insufficient'
    end as code
    from jsonb_to_recordset(changes)
      as c (i int, operation_id text, expect int, quote_id text, received_at timestamptz, entries jsonb)
    left join app.operations o on o.id = c.operation_id
    left join app.quotes q on q.id = c.quote_id
  ) judged
  where code is not null
$$;

-- Step 3b: what changes ask of shared money and shared limits. Only where a batch as a whole asks too much
-- are its changes walked in order; everyone else passes.
create function app.commit_judge_shared(changes jsonb) returns jsonb language plpgsql as $$
declare
  verdicts jsonb := '{}';
  left_over jsonb;
  asked record;
  refusal text;
begin
  with asks as (
    select c.i, 'account:' || e.book || ':' || p.account as what, p.amount, a.balance as has
    from jsonb_to_recordset(changes) as c (i int, entries jsonb),
      jsonb_to_recordset(coalesce(c.entries, '[]')) as e (book text, postings jsonb),
      jsonb_to_recordset(e.postings) as p (account text, amount bigint),
      ledger.accounts a
    where a.book = e.book and a.name = p.account and a.guarded
    union all
    select c.i, 'limit:' || n.subject || ':' || n.kind || ':' || n.period, -n.amount, n.ceiling - t.used
    from jsonb_to_recordset(changes) as c (i int, counters jsonb),
      jsonb_to_recordset(coalesce(c.counters, '[]')) as n (subject text, kind text, period text, amount bigint, ceiling bigint)
    join app.counters t using (subject, kind, period)
  )
  select jsonb_object_agg(what, has) into left_over
  from (select what, min(has) as has from asks group by what
        having min(has) + sum(least(amount, 0)) < 0) contested;
  if left_over is null then
    return verdicts;
  end if;

  for asked in
    select w.i, jsonb_object_agg(w.what, w.net) as wants
    from (
      select c.i, 'account:' || e.book || ':' || p.account as what, sum(p.amount) as net
      from jsonb_to_recordset(changes) as c (i int, entries jsonb),
        jsonb_to_recordset(coalesce(c.entries, '[]')) as e (book text, postings jsonb),
        jsonb_to_recordset(e.postings) as p (account text, amount bigint)
      group by 1, 2
      union all
      select c.i, 'limit:' || n.subject || ':' || n.kind || ':' || n.period, -n.amount
      from jsonb_to_recordset(changes) as c (i int, counters jsonb),
        jsonb_to_recordset(coalesce(c.counters, '[]')) as n (subject text, kind text, period text, amount bigint)
    ) w
    where left_over ? w.what
    group by w.i order by w.i
  loop
    select min(case when key like 'limit:%' then 'limit_exceeded' else 'insufficient' end) into refusal
      from jsonb_each_text(asked.wants) where (left_over ->> key)::bigint + value::bigint < 0;
    if refusal is not null then
      verdicts := verdicts || jsonb_build_object(asked.i, jsonb_build_object('verdict', 'refused', 'code', refusal));
    else
      left_over := left_over || (
        select jsonb_object_agg(key, (left_over ->> key)::bigint + value::bigint) from jsonb_each_text(asked.wants));
    end if;
  end loop;
  return verdicts;
end $$;

-- Step 5a: entries and postings, all at once; balances follow by trigger.
create function app.commit_entries(changes jsonb) returns void language plpgsql as $$
begin
  with wanted as (
    select c.operation_id, e.*
    from jsonb_to_recordset(changes) as c (operation_id text, entries jsonb),
      jsonb_to_recordset(coalesce(c.entries, '[]'))
        as e (key text, recipe text, book text, rate text, corrects bigint, occurred_at timestamptz, postings jsonb)
  ), written as (
    insert into ledger.entries (book, business_key, recipe, operation_id, corrects, rate, occurred_at)
    select book, key, recipe, operation_id, corrects, rate, coalesce(occurred_at, app.now()) from wanted
    returning id, business_key
  ), kept as (
    insert into ledger.keys (business_key, entry_id) select business_key, id from written
  )
  insert into ledger.postings (entry_id, account_id, book, currency, amount)
  select written.id, a.id, a.book, p.currency, p.amount
  from wanted
  join written on written.business_key = wanted.key,
    jsonb_to_recordset(wanted.postings) as p (account text, currency text, amount bigint)
  join ledger.accounts a on a.name = p.account
  where a.book = wanted.book;
end $$;

-- How the customer's reserve moves by these entries: what an operation holds follows its postings.
create function app.held_by(entries jsonb) returns bigint language sql immutable as $$
  select coalesce(sum(p.amount), 0)::bigint
  from jsonb_to_recordset(coalesce(entries, '[]')) as e (postings jsonb),
    jsonb_to_recordset(e.postings) as p (account text, amount bigint)
  where p.account like 'customer:%:reserved:EUR'
$$;

-- A change's own operation and those it opens beside it (an excess credited, a refund).
create function app.commit_moves(changes jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(move), '[]') from (
    select value as move from jsonb_array_elements(changes) where value ? 'operation_id'
    union all
    select l.value || '{"expect": 0}' from jsonb_array_elements(changes) c, jsonb_array_elements(coalesce(c.value -> 'linked', '[]')) l
  ) moves
$$;

-- Step 5b: the operations themselves.
create function app.commit_operations(moves jsonb) returns void language plpgsql as $$
begin
  insert into app.operations
    select created.*
    from jsonb_array_elements(moves) m,
      jsonb_populate_record(null::app.operations, jsonb_build_object(
        'aborted', false, 'counterparty', '', 'fee', 0, 'margin', 0, 'received', 0, 'refunded', 0,
        'details', '{}'::jsonb, 'search', '', 'started_at', app.now()) || (m.value -> 'create') || jsonb_build_object(
        'id', m.value ->> 'operation_id',
        'version', jsonb_array_length(m.value -> 'events'),
        'held', app.held_by(m.value -> 'entries'),
        'updated_at', app.now())) created
    where m.value ? 'create';

  update app.operations o set
      state = coalesce(p.state, o.state),
      version = o.version + jsonb_array_length(m.events),
      customer_status = coalesce(p.customer_status, o.customer_status),
      aborted = coalesce(p.aborted, o.aborted),
      quote_id = coalesce(p.quote_id, o.quote_id),
      principal = coalesce(p.principal, o.principal),
      fee = coalesce(p.fee, o.fee),
      margin = coalesce(p.margin, o.margin),
      total = coalesce(p.total, o.total),
      target = coalesce(p.target, o.target),
      rate = coalesce(p.rate, o.rate),
      held = o.held + app.held_by(m.entries),
      received = coalesce(p.received, o.received),
      refunded = coalesce(p.refunded, o.refunded),
      fund_by = coalesce(p.fund_by, o.fund_by),
      ended_at = coalesce(p.ended_at, o.ended_at),
      details = o.details || coalesce(p.details, '{}'),
      updated_at = app.now()
    from jsonb_to_recordset(moves) as m (operation_id text, expect int, patch jsonb, events jsonb, entries jsonb),
      jsonb_populate_record(null::app.operations, coalesce(m.patch, '{}')) p
    where m.expect > 0 and o.id = m.operation_id;
end $$;

-- What an event's hash covers: the hash before it and every column that tells what happened.
create function app.event_hash(previous bytea, e app.operation_events) returns bytea language sql immutable as $$
  select sha256(coalesce(previous, '') || convert_to(jsonb_build_array(e.operation_id, e.version, e.event, e.from_state,
    e.to_state, e.actor, e.reason, e.provider_reference, e.data, extract(epoch from e.at))::text, 'UTF8'))
$$;

-- Step 5c: events, each chained to the one before it. Returns the ids written.
create function app.commit_events(moves jsonb) returns int8range language plpgsql as $$
declare
  current_event app.operation_events;
  previous app.operation_events;
  events app.operation_events[] := '{}';
  written int8range;
begin
  for current_event in
    select null::bigint, m.operation_id, m.expect + e.ordinality, e.value ->> 'event', e.value ->> 'from_state',
      e.value ->> 'to_state', e.value ->> 'actor', e.value ->> 'reason', e.value ->> 'provider_reference',
      coalesce(e.value -> 'data', '{}'), coalesce((e.value ->> 'at')::timestamptz, app.now()), null::bytea
    from jsonb_to_recordset(moves) as m (operation_id text, expect int, events jsonb),
      jsonb_array_elements(m.events) with ordinality e
    order by m.operation_id, e.ordinality
  loop
    if previous.operation_id is distinct from current_event.operation_id then
      select * into previous from app.operation_events
        where operation_id = current_event.operation_id and version = current_event.version - 1;
    end if;
    current_event.hash := app.event_hash(previous.hash, current_event);
    events := events || current_event;
    previous := current_event;
  end loop;

  with added as (
    insert into app.operation_events
      (operation_id, version, event, from_state, to_state, actor, reason, provider_reference, data, at, hash)
    select e.operation_id, e.version, e.event, e.from_state, e.to_state, e.actor, e.reason, e.provider_reference, e.data, e.at,
      e.hash
    from unnest(events) e
    returning id
  )
  select int8range(min(id), max(id), '[]') into written from added;
  return written;
end $$;

-- Step 5d: what goes along with the money: attempts, limits, timers, bank lines and jobs.
create function app.commit_companions(changes jsonb) returns void language plpgsql as $$
begin
  insert into app.payout_attempts as a (id, operation_id, provider, state, amount, currency, destination, provider_id,
      failure, asked, created_at, updated_at)
    select t.id, c.operation_id, t.provider, t.state, t.amount, t.currency, coalesce(t.destination, '{}'), t.provider_id,
      t.failure, coalesce(t.asked, 0), app.now(), app.now()
    from jsonb_to_recordset(changes) as c (operation_id text, attempts jsonb),
      jsonb_to_recordset(coalesce(c.attempts, '[]')) as t (id text, provider text, state text, amount bigint,
        currency text, destination jsonb, provider_id text, failure text, asked int)
    on conflict (id) do update set
      state = excluded.state,
      provider_id = coalesce(excluded.provider_id, a.provider_id),
      failure = coalesce(excluded.failure, a.failure),
      asked = excluded.asked,
      updated_at = excluded.updated_at;

  update app.counters t set used = greatest(0, t.used + n.amount)
    from (
      select n.subject, n.kind, n.period, sum(n.amount)::bigint as amount
      from jsonb_to_recordset(changes) as c (counters jsonb),
        jsonb_to_recordset(coalesce(c.counters, '[]')) as n (subject text, kind text, period text, amount bigint)
      group by 1, 2, 3
    ) n
    where (t.subject, t.kind, t.period) = (n.subject, n.kind, n.period);

  insert into app.timers (due_at, kind, operation_id, payload)
    select t.due_at, t.kind, c.operation_id, coalesce(t.payload, '{}')
    from jsonb_to_recordset(changes) as c (operation_id text, timers jsonb),
      jsonb_to_recordset(coalesce(c.timers, '[]')) as t (due_at timestamptz, kind text, payload jsonb);

  update app.bank_lines l set outcome = b.outcome, operation_id = coalesce(b.operation_id, c.operation_id, l.operation_id)
    from jsonb_to_recordset(changes) as c (operation_id text, bank_lines jsonb),
      jsonb_to_recordset(coalesce(c.bank_lines, '[]')) as b (id bigint, outcome text, operation_id text)
    where l.id = b.id;

  perform graphile_worker.add_job(j.task, coalesce(j.payload, '{}')::json, max_attempts => 25)
    from jsonb_to_recordset(changes) as c (jobs jsonb),
      jsonb_to_recordset(coalesce(c.jobs, '[]')) as j (task text, payload jsonb);
end $$;

create function app.without(changes jsonb, verdicts jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(value), '[]') from jsonb_array_elements(changes) where not verdicts ? (value ->> 'i')
$$;

create function app.commit(changes jsonb) returns jsonb language plpgsql security definer
set search_path = pg_catalog, app, ledger as $$
declare
  verdicts jsonb := app.commit_keys(changes);
  refused jsonb;
  accepted jsonb := app.without(changes, verdicts);
  moves jsonb;
  events int8range;
begin
  if accepted = '[]' then
    return verdicts;
  end if;
  perform app.commit_lock(accepted);
  refused := app.commit_judge_each(accepted);
  refused := refused || app.commit_judge_shared(app.without(accepted, refused));

  if refused <> '{}' then
    -- A refused command leaves no key behind: the same request works once the reason is gone.
    delete from app.command_keys k
      using jsonb_to_recordset(accepted) as c (i int, scope text, key text)
      where refused ? c.i::text and k.scope = c.scope and k.key = c.key;
    accepted := app.without(accepted, refused);
    verdicts := verdicts || refused;
  end if;

  if accepted <> '[]' then
    moves := app.commit_moves(accepted);
    perform app.commit_entries(accepted);
    perform app.commit_operations(moves);
    events := app.commit_events(moves);
    perform app.commit_companions(accepted);
    if events is not null then
      perform pg_notify('jokko_events', lower(events) || '-' || upper(events) - 1);
    end if;
  end if;

  return verdicts || coalesce((
    select jsonb_object_agg(c.i, jsonb_build_object('verdict', 'committed', 'answer', c.answer, 'operation_id', c.operation_id))
    from jsonb_to_recordset(accepted) as c (i int, answer jsonb, operation_id text)), '{}');
end $$;

-- Timers that are due become jobs, in one step, on any number of nodes.
create function app.fire_timers(most int) returns int language plpgsql security definer
set search_path = pg_catalog, app as $$
declare fired int;
begin
  with due as (
    update app.timers set fired_at = app.now()
    where id in (select id from app.timers where fired_at is null and due_at <= app.now()
                 order by due_at, id limit most for update skip locked)
    returning kind, operation_id, payload
  )
  select count(graphile_worker.add_job(kind, (payload || jsonb_build_object('operation_id', operation_id))::json,
    max_attempts => 25)) into fired from due;
  return fired;
end $$;
