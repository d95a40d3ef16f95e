-- The one door. app.commit(changes) writes everything a batch of commands decided, or says why it did not.
-- Several statements, never one: a lock taken inside a common table expression reads an old snapshot.
-- The JSON is read once, into the row types below; each step works on whole arrays of them.
--
-- A change: { i, scope, key, body_hash, received_at, operation_id, expect, quote_id, answer,
--   create | patch (columns of app.operations), events[], linked[{ operation_id, create, events[] }],
--   entries[{ key, recipe, book, rate, corrects, occurred_at, postings[{ account, currency, amount }] }],
--   attempts[], timers[], counters[{ subject, kind, period, amount, ceiling }],
--   row_counters { kind, period, ceiling, gives_back }, jobs[{ task, payload }], bank_lines[], pay_ins[] }
-- Its verdict: { i, verdict: committed | replayed | refused, code?, answer?, operation_id? }

create type app.command as (
  i int, scope text, key text, body_hash text, received_at timestamptz, operation_id text, expect int, quote_id text,
  answer jsonb, "create" jsonb, patch jsonb, events jsonb, linked jsonb, entries jsonb, attempts jsonb, timers jsonb,
  counters jsonb, row_counters jsonb, jobs jsonb, bank_lines jsonb, pay_ins jsonb
);
create type app.command_entry as (
  i int, id bigint, operation_id text, key text, recipe text, book text, rate text, corrects bigint,
  occurred_at timestamptz, postings jsonb
);
create type app.command_posting as (
  i int, entry_id bigint, book text, account text, currency text, amount bigint, account_id bigint
);
-- A customer's account as it stands once it is locked.
create type app.locked_account as (id bigint, balance bigint);
create type app.command_counter as (i int, subject text, kind text, period text, amount bigint, ceiling bigint);
-- What was used of a limit before the batch, and what is with it.
create type app.counted as (subject text, kind text, period text, before bigint, used bigint);
-- What a change takes (or, below zero, gives back) of something shared, and how much of it there is.
create type app.command_ask as (i int, of_what text, takes bigint, available bigint, code text);

-- How what an operation holds moves by a change: by the change's postings on the customers' reserve, and by what it
-- hands to operations that are opened beside it.
create function app.held_by(lines app.command_posting[], batch app.command[])
returns table (i int, amount bigint, accounts text[]) language sql immutable as $$
  select i, sum(amount)::bigint, array_remove(array_agg(account), null)
  from (
    select i, amount, account from unnest(lines) where account like 'customer:%:reserved:EUR'
    union all
    select c.i, -(l.value -> 'create' ->> 'handed')::bigint, null
    from unnest(batch) c, jsonb_array_elements(c.linked) l where l.value -> 'create' ? 'handed'
  ) moved group by i
$$;

-- Step 1: keys, sorted, so that two processes never wait for each other in a circle.
-- Gives the verdicts of all commands whose key is not theirs to write.
create function app.commit_keys(batch app.command[]) returns jsonb language plpgsql as $$
declare fresh text[];
begin
  with inserted as (
    insert into app.command_keys (scope, key, body_hash, operation_id, answer)
    select distinct on (scope, key) scope, key, body_hash, operation_id, answer from unnest(batch) order by scope, key, i
    on conflict do nothing
    returning scope, key
  )
  select coalesce(array_agg(row (scope, key)::text), '{}') into fresh from inserted;
  if cardinality(fresh) = cardinality(batch) then
    return '{}';
  end if;

  -- A new statement, hence a new snapshot: it sees what the insert above waited for.
  return (
    select coalesce(jsonb_object_agg(c.i, case
        when k.key is null or is_fresh then jsonb_build_object('verdict', 'refused', 'code', 'try_again')
        when k.body_hash = c.body_hash then
          jsonb_build_object('verdict', 'replayed', 'answer', k.answer, 'operation_id', k.operation_id)
        else jsonb_build_object('verdict', 'refused', 'code', 'idempotency_key_reused')
      end), '{}')
    from (
      select *, row (scope, key)::text = any (fresh) as is_fresh, row_number() over (partition by scope, key order by i) as nth
      from unnest(batch)
    ) c
    left join app.command_keys k using (scope, key)
    where not (is_fresh and nth = 1)
  );
end $$;

-- Step 2a: locks: operations, pay-ins, quotes and bank lines, each in the order of its key. Limits are locked as they are
-- counted; open accounts at the very end, by the postings themselves. Gives the postings with their accounts.
create function app.commit_lock(
  changes jsonb, batch app.command[], drafts app.command_entry[]
) returns app.command_posting[] language plpgsql as $$
declare
  lines app.command_posting[];
  some_new boolean;
begin
  if changes @? '$[*].expect ? (@ > 0)' then
    perform from app.operations
      where id in (select operation_id from unnest(batch) where expect > 0)
      order by id for no key update;
  end if;
  if changes @? '$[*].pay_ins[*]' then
    perform from app.pay_ins
      where id in (select p.id from unnest(batch) c, jsonb_to_recordset(c.pay_ins) as p (id text))
      order by id for no key update;
  end if;
  if changes @? '$[*].quote_id' then
    perform from app.quotes
      where id in (select quote_id from unnest(batch) where quote_id is not null)
      order by id for no key update;
  end if;
  if changes @? '$[*].bank_lines[*]' then
    perform from app.bank_lines
      where id in (select b.id from unnest(batch) c, jsonb_to_recordset(c.bank_lines) as b (id bigint))
      order by id for no key update;
  end if;
  if changes @? '$[*].row_counters' then
    -- Their rows are what limits are counted by: whoever rewrites them waits.
    perform from app.bulks
      where id in (select operation_id from unnest(batch) where row_counters is not null)
      order by id for update;
  end if;
  if cardinality(drafts) = 0 then
    return '{}';
  end if;

  for attempt in 1..2 loop
    select coalesce(array_agg(
        row (e.i, e.id, e.book, p.account, p.currency, p.amount, a.id)::app.command_posting), '{}'),
        bool_or(a.id is null)
      into lines, some_new
      from unnest(drafts) e
      cross join jsonb_to_recordset(e.postings) as p (account text, currency text, amount bigint)
      left join ledger.accounts a on a.book = e.book and a.name = p.account;
    exit when some_new is not true;
    insert into ledger.accounts (book, name, currency)
      select distinct book, account, currency from unnest(lines) where account_id is null
      order by 1, 2
      on conflict do nothing;
  end loop;
  return lines;
end $$;

-- Step 2b: customers' accounts, locked in the order of their ids; each is given as it is after the wait.
create function app.commit_lock_accounts(lines app.command_posting[]) returns app.locked_account[] language sql as $$
  select array(
    select row (id, balance)::app.locked_account from (
      select id, balance from ledger.accounts
      where id in (select account_id from unnest(lines) where account like 'customer:%')
      order by id for no key update
    ) locked)
$$;

-- Step 3a: what can be said of a change alone: version, quote, business keys, its own held money.
create function app.commit_judge_each(
  changes jsonb, batch app.command[], drafts app.command_entry[], lines app.command_posting[]
) returns jsonb language plpgsql as $$
declare
  verdicts jsonb;
  some_unnamed boolean;
  posted text[] := '{}';
begin
  if cardinality(drafts) > 0 then
    posted := array(select business_key from ledger.keys where business_key in (select key from unnest(drafts)));
  end if;
  if cardinality(posted) = 0 and not changes @? '$[*].operation_id' and not changes @? '$[*].quote_id'
    and not changes @? '$[*].entries[*].postings[*].account ? (@ like_regex "^customer:.*:reserved:")' then
    return '{}';
  end if;
  select coalesce(jsonb_object_agg(i, jsonb_build_object('verdict', 'refused', 'code', code)) filter (where code is not null), '{}'),
      bool_or(unnamed)
    into verdicts, some_unnamed
    from (
      select c.i, case
          when c.expect > 0 and o.id is null then 'not_found'
          when c.expect > 0 and o.version <> c.expect then 'stale_version'
          when c.expect = 0 and o.id is not null then 'stale_version'
          when c.pay_ins is not null and exists (
            select from jsonb_to_recordset(c.pay_ins) as t (id text, seen int) join app.pay_ins p using (id)
            where p.version is distinct from t.seen) then 'stale_version'
          when c.quote_id is not null and (q.id is null or q.accept_by < c.received_at) then 'quote_expired'
          when c.quote_id is not null and exists (
            select from app.operations x where x.quote_id = c.quote_id and x.id <> c.operation_id) then 'quote_already_accepted'
          when cardinality(posted) > 0 and exists (
            select from unnest(drafts) e where e.i = c.i and e.key = any (posted)) then 'already_posted'
          when coalesce(o.held, 0) + h.amount < 0 then 'held_insufficient'
        end as code,
        h.i is not null and (coalesce(c.expect, 0) = 0 or o.id is not null) and (c.expect is null or 'customer:'
          || coalesce(o.customer_id, c."create" ->> 'customer_id', '') || ':reserved:EUR' <> any (h.accounts)) as unnamed
      from unnest(batch) c
      left join app.operations o on o.id = c.operation_id
      left join app.quotes q on q.id = c.quote_id
      left join app.held_by(lines, batch) h on h.i = c.i
    ) judged;
  -- What is held is held for a named operation of that customer: anything else is a fault of ours, not a refusal.
  if some_unnamed then
    raise exception using errcode = 'JK005', message = 'reserve_belongs_to_an_operation';
  end if;
  return verdicts;
end $$;

-- What changes take of limits: as they say it, and what the rows of a bulk bring to each wallet.
create function app.commit_usages(changes jsonb, batch app.command[]) returns app.command_counter[] language plpgsql as $$
declare usages app.command_counter[] := '{}';
begin
  if changes @? '$[*].counters[*]' then
    usages := array(
      select row (c.i, n.subject, n.kind, n.period, n.amount, n.ceiling)::app.command_counter
      from unnest(batch) c,
        jsonb_to_recordset(c.counters) as n (subject text, kind text, period text, amount bigint, ceiling bigint));
  end if;
  if changes @? '$[*].row_counters' then
    usages := usages || array(
      select row (c.i, 'wallet:' || r.phone, n.kind, n.period, case when n.gives_back then -r.target else r.target end, n.ceiling)::app.command_counter
      from unnest(batch) c
      cross join jsonb_to_record(c.row_counters) as n (kind text, period text, ceiling bigint, gives_back boolean)
      join app.bulk_rows r on r.bulk_id = c.operation_id
      where c.row_counters is not null and r.phone is not null);
  end if;
  return usages;
end $$;

-- Adds what the batch takes from each limit, in the order of their keys. Tells only what is needed of it: where anything
-- had been used before, and where more than the lowest of the ceilings is used now.
create function app.commit_take(usages app.command_counter[]) returns app.counted[] language plpgsql as $$
declare told app.counted[];
begin
  with counted as (
    insert into app.counters as t (subject, kind, period, used)
    select subject, kind, period, sum(amount) from unnest(usages) group by 1, 2, 3 having sum(amount) >= 0 order by 1, 2, 3
    on conflict (subject, kind, period) do update set used = t.used + excluded.used
    returning subject, kind, period, old.used as before, used
  )
  select array_agg(row (subject, kind, period, coalesce(before, 0), used)::app.counted) into told
    from counted where before > 0 or used > (select min(ceiling) from unnest(usages) where amount > 0);
  return coalesce(told, '{}');
end $$;

-- The same where none of the limits was ever used, at half the cost: mostly so of the wallets that a bulk pays. Fails where one was.
create function app.commit_take_first(usages app.command_counter[]) returns app.counted[] language plpgsql as $$
declare told app.counted[];
begin
  with counted as (
    insert into app.counters (subject, kind, period, used)
    select subject, kind, period, sum(amount) from unnest(usages) group by 1, 2, 3 order by 1, 2, 3
    returning subject, kind, period, used
  )
  select array_agg(row (subject, kind, period, 0, used)::app.counted) into told
    from counted where used > (select min(ceiling) from unnest(usages) where amount > 0);
  return coalesce(told, '{}');
end $$;

-- Step 3b: counts what the batch takes and gives back: one writing of a limit's row is also its lock. What it gives back
-- in sum is of rows that are there.
create function app.commit_count(usages app.command_counter[], of_rows boolean) returns app.counted[] language plpgsql as $$
declare given app.counted[] := '{}';
begin
  if exists (select from unnest(usages) where amount < 0) then
    perform from app.counters
      where (subject, kind, period) in (select subject, kind, period from unnest(usages))
      order by subject, kind, period for no key update;
    with counted as (
      update app.counters t set used = greatest(0, t.used + n.amount)
      from (select subject, kind, period, sum(amount)::bigint as amount from unnest(usages) group by 1, 2, 3 having sum(amount) < 0) n
      where (t.subject, t.kind, t.period) = (n.subject, n.kind, n.period)
      returning t.subject, t.kind, t.period, old.used as before, t.used
    )
    select coalesce(array_agg(row (subject, kind, period, before, used)::app.counted), '{}') into given from counted;
  elsif of_rows then
    begin
      return app.commit_take_first(usages);
    exception when unique_violation then
      null; -- Some wallet was paid before.
    end;
  end if;
  return app.commit_take(usages) || given;
end $$;

-- Takes off what refused changes had been counted with.
create function app.commit_uncount(
  usages app.command_counter[], counted app.counted[], refused jsonb
) returns void language sql as $$
  update app.counters t
    set used = greatest(0, n.used_before + n.stays)
    from (
      select subject, kind, period, coalesce(max(before), 0) as used_before,
        coalesce(sum(amount) filter (where not refused ? i::text), 0) as stays
      from (
        select i, subject, kind, period, amount, null::bigint as before from unnest(usages)
        union all
        select null, subject, kind, period, null, before from unnest(counted)
      ) x
      group by 1, 2, 3 having bool_or(refused ? i::text)
    ) n
    where (t.subject, t.kind, t.period) = (n.subject, n.kind, n.period)
$$;

-- Step 3c: what changes ask of shared money and shared limits. Only where a batch as a whole asks too much
-- are its changes walked in order; everyone else passes. What is asked and what there is are compared in one pass over
-- both lists, as a join would compare each with each.
create function app.commit_judge_shared(
  lines app.command_posting[], locked app.locked_account[], usages app.command_counter[], counted app.counted[]
) returns jsonb language plpgsql as $$
declare
  verdicts jsonb := '{}';
  taken jsonb := '{}';
  short app.locked_account[];
  overdrawn app.command_counter[] := '{}';
  contested app.command_ask[];
  change record;
  refusal text;
begin
  short := array(
    select row (id, max(available))::app.locked_account
    from (
      select account_id as id, -sum(amount) as takes, null::bigint as available
      from unnest(lines) where account like 'customer:%' group by i, account_id having sum(amount) < 0
      union all
      select id, null, balance from unnest(locked)
    ) x
    group by id having sum(takes) > max(available));
  -- Something given back does not make room for others yet: its change may still be refused.
  if exists (select from unnest(counted) where used > (select min(ceiling) from unnest(usages) where amount > 0))
    or exists (select from unnest(usages) where amount < 0) then
    overdrawn := array(
      select row (null, subject, kind, period, coalesce(max(before), 0), null)::app.command_counter
      from (
        select subject, kind, period, amount as takes, ceiling, null::bigint as before from unnest(usages) where amount > 0
        union all
        select subject, kind, period, null, null, before from unnest(counted)
      ) x
      group by subject, kind, period
      having sum(takes) > min(ceiling) - coalesce(max(before), 0));
  end if;
  if cardinality(short) = 0 and cardinality(overdrawn) = 0 then
    return verdicts;
  end if;

  select array_agg(row (i, of_what, takes, available, code)::app.command_ask) into contested
  from (
    select p.i, 'account:' || a.id as of_what, -sum(p.amount)::bigint as takes, a.balance as available, 'insufficient' as code
    from unnest(short) a join unnest(lines) p on p.account_id = a.id
    group by p.i, a.id, a.balance
    union all
    select n.i, 'limit:' || row (n.subject, n.kind, n.period)::text, sum(n.amount)::bigint, min(n.ceiling) - o.amount, 'limit_exceeded'
    from unnest(overdrawn) o join unnest(usages) n using (subject, kind, period)
    group by n.i, n.subject, n.kind, n.period, o.amount
  ) asks;
  for change in
    select i, array_agg(row (i, of_what, takes, available, code)::app.command_ask) as asks
    from unnest(contested) group by i order by i
  loop
    select min(code) into refusal from unnest(change.asks)
      where takes > 0 and coalesce((taken ->> of_what)::bigint, 0) + takes > available;
    if refusal is not null then
      verdicts := verdicts || jsonb_build_object(change.i, jsonb_build_object('verdict', 'refused', 'code', refusal));
    else
      taken := taken || (
        select jsonb_object_agg(of_what, coalesce((taken ->> of_what)::bigint, 0) + takes) from unnest(change.asks));
    end if;
  end loop;
  return verdicts;
end $$;

-- What has ended stays ended: what the world reverses later is an operation of its own.
create function app.forbid_second_life() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'JK007', message = 'operation_has_ended', detail = old.id || ' is ' || old.state;
end $$;
create trigger ended_operations_stay before update on app.operations
  for each row when (old.ended_at is not null and (new.state <> old.state or new.ended_at is null))
  execute function app.forbid_second_life();
create trigger operations_stay before delete or truncate on app.operations
  for each statement execute function ledger.forbid_change();
create trigger attempts_stay before delete or truncate on app.payout_attempts
  for each statement execute function ledger.forbid_change();

-- Step 4a: the operations themselves.
create function app.commit_operations(
  changes jsonb, moves app.command[], lines app.command_posting[], moment timestamptz
) returns int language plpgsql as $$
declare
  blank app.operations;
  created int := 0;
begin
  if changes @? '$[*].create' or changes @? '$[*].linked[*]' then
    blank.aborted := false;
    blank.counterparty := '';
    blank.search := '';
    blank.details := '{}';
    blank.fee := 0;
    blank.handed := 0;
    blank.margin := 0;
    blank.received := 0;
    blank.refunded := 0;
    blank.started_at := moment;
    insert into app.operations
      select row.*
      from unnest(moves) c
      left join app.held_by(lines, moves) h on h.i = c.i,
        jsonb_populate_record(blank, c."create" || jsonb_build_object(
          'id', c.operation_id,
          'version', jsonb_array_length(c.events),
          'held', case when c.i is null then coalesce((c."create" ->> 'handed')::bigint, 0) else coalesce(h.amount, 0) end,
          'updated_at', moment)) row
      where c."create" is not null
      order by c.operation_id;
    get diagnostics created = row_count;
  end if;

  if changes @? '$[*].expect ? (@ > 0)' then
    update app.operations o set
        state = coalesce(p.state, o.state),
        version = o.version + coalesce(jsonb_array_length(c.events), 0),
        customer_status = coalesce(p.customer_status, o.customer_status),
        aborted = coalesce(p.aborted, o.aborted),
        quote_id = coalesce(p.quote_id, o.quote_id),
        principal = coalesce(p.principal, o.principal),
        fee = coalesce(p.fee, o.fee),
        margin = coalesce(p.margin, o.margin),
        total = coalesce(p.total, o.total),
        target = coalesce(p.target, o.target),
        rate = coalesce(p.rate, o.rate),
        held = o.held + coalesce(h.amount, 0),
        received = coalesce(p.received, o.received),
        refunded = coalesce(p.refunded, o.refunded),
        fund_by = coalesce(p.fund_by, o.fund_by),
        ended_at = coalesce(p.ended_at, o.ended_at),
        details = o.details || coalesce(p.details, '{}'),
        updated_at = moment
      from unnest(moves) c
      left join app.held_by(lines, moves) h on h.i = c.i,
        jsonb_to_record(coalesce(c.patch, '{}')) as p (state text, customer_status text, aborted boolean, quote_id text,
          principal bigint, fee bigint, margin bigint, total bigint, target bigint, rate text, received bigint,
          refunded bigint, fund_by timestamptz, ended_at timestamptz, details jsonb)
      where c.expect > 0 and o.id = c.operation_id;
  end if;
  return created;
end $$;

-- What an event's hash covers beside the hash before it: every column that tells what happened.
create function app.event_text(e app.operation_events) returns bytea language sql stable as $$
  select convert_to(json_build_array(e.operation_id, e.version, e.event, e.from_state, e.to_state, e.actor, e.reason,
    e.provider_reference, e.data, extract(epoch from e.at))::text, 'UTF8')
$$;
create function app.next_hash(chain bytea, before_all bytea, told bytea) returns bytea language plpgsql immutable as $$
begin
  return sha256(coalesce(chain, before_all, '') || told);
end $$;
-- Along several events of one operation, each hash is the start of the next.
create aggregate app.chained_hash(bytea, bytea) (sfunc = app.next_hash, stype = bytea);

-- Step 4b: events, each chained to the one before it. Returns the ids written.
create function app.commit_events(moves app.command[], moment timestamptz) returns int8range language plpgsql as $$
declare written int8range;
begin
  -- Materialized, so that the text under the hash is an expression on its row and no call of its own.
  with told as materialized (
    select b.hash as before_all, row (null, c.operation_id, c.expect + e.ordinality, e.value ->> 'event',
      e.value ->> 'from_state', e.value ->> 'to_state', e.value ->> 'actor', e.value ->> 'reason',
      e.value ->> 'provider_reference', coalesce(e.value -> 'data', '{}'),
      coalesce((e.value ->> 'at')::timestamptz, moment), null)::app.operation_events as e
    from unnest(moves) c
    left join app.operation_events b on b.operation_id = c.operation_id and b.version = c.expect,
      jsonb_array_elements(c.events) with ordinality e
  ), added as (
    insert into app.operation_events
      (operation_id, version, event, from_state, to_state, actor, reason, provider_reference, data, at, hash)
    select (e).operation_id, (e).version, (e).event, (e).from_state, (e).to_state, (e).actor, (e).reason,
      (e).provider_reference, (e).data, (e).at,
      app.chained_hash(before_all, app.event_text(e)) over (partition by (e).operation_id order by (e).version)
    from told order by (e).operation_id, (e).version
    returning id
  )
  select int8range(min(id), max(id), '[]') into written from added;
  return written;
end $$;

-- A new pay-in is written whole; later only what changed about it.
create function app.commit_pay_ins(batch app.command[], moment timestamptz) returns void language sql as $$
  insert into app.pay_ins as p (id, operation_id, provider, method, state, amount, currency, provider_id, handle, action,
      source, failure, outcome, asked, expires_at, created_at, updated_at)
    select t.id, c.operation_id, t.provider, t.method, t.state, t.amount, t.currency, t.provider_id,
      coalesce(t.handle, '{}'), t.action, t.source, t.failure, t.outcome, coalesce(t.asked, 0), t.expires_at, moment, moment
    from unnest(batch) c,
      jsonb_to_recordset(c.pay_ins) as t (id text, provider text, method text, state text, amount bigint, currency text,
        provider_id text, handle jsonb, action jsonb, source jsonb, failure text, outcome text, asked int, expires_at timestamptz)
    order by t.id
    on conflict (id) do update set
      state = excluded.state,
      provider_id = coalesce(excluded.provider_id, p.provider_id),
      handle = p.handle || excluded.handle,
      action = excluded.action,
      source = coalesce(excluded.source, p.source),
      failure = excluded.failure,
      outcome = coalesce(excluded.outcome, p.outcome),
      asked = excluded.asked,
      version = p.version + 1,
      updated_at = excluded.updated_at;
$$;

-- Step 4c: what goes along with the money: attempts, pay-ins, timers, bank lines and jobs.
create function app.commit_companions(
  changes jsonb, batch app.command[], moment timestamptz
) returns int language plpgsql as $$
declare queued graphile_worker.job_spec[] := '{}';
begin
  if changes @? '$[*].attempts[*]' then
    -- An attempt that failed makes room for the next, so it is written first.
    insert into app.payout_attempts as a (id, operation_id, provider, state, amount, currency, destination, provider_id,
        failure, asked, created_at, updated_at)
      select t.id, c.operation_id, t.provider, t.state, t.amount, t.currency, coalesce(t.destination, '{}'), t.provider_id,
        t.failure, coalesce(t.asked, 0), moment, moment
      from unnest(batch) c,
        jsonb_to_recordset(c.attempts) as t (id text, provider text, state text, amount bigint,
          currency text, destination jsonb, provider_id text, failure text, asked int)
      order by t.state <> 'failed', t.id
      on conflict (id) do update set
        state = excluded.state,
        provider_id = coalesce(excluded.provider_id, a.provider_id),
        failure = coalesce(excluded.failure, a.failure),
        asked = excluded.asked,
        updated_at = excluded.updated_at;
  end if;
  if changes @? '$[*].pay_ins[*]' then
    perform app.commit_pay_ins(batch, moment);
  end if;
  if changes @? '$[*].timers[*]' then
    insert into app.timers (due_at, kind, operation_id, payload)
      select t.due_at, t.kind, c.operation_id, coalesce(t.payload, '{}')
      from unnest(batch) c, jsonb_to_recordset(c.timers) as t (due_at timestamptz, kind text, payload jsonb);
  end if;
  if changes @? '$[*].bank_lines[*]' then
    update app.bank_lines l
      set outcome = b.outcome, operation_id = coalesce(b.operation_id, c.operation_id, l.operation_id)
      from unnest(batch) c, jsonb_to_recordset(c.bank_lines) as b (id bigint, outcome text, operation_id text)
      where l.id = b.id;
  end if;
  if changes @? '$[*].jobs[*]' then
    queued := array(
      select row (j.task, coalesce(j.payload, '{}'), null, null, 25, null, null, null)::graphile_worker.job_spec
      from unnest(batch) c, jsonb_to_recordset(c.jobs) as j (task text, payload jsonb));
    if cardinality(queued) > 0 then
      perform graphile_worker.add_jobs(queued);
    end if;
  end if;
  return cardinality(queued);
end $$;

-- Step 4: everything that the accepted commands decided. Money last, because open accounts are busy.
create function app.commit_write(
  changes jsonb, batch app.command[], drafts app.command_entry[], lines app.command_posting[]
) returns jsonb language plpgsql as $$
declare
  moment timestamptz := app.now();
  moves app.command[] := batch;
  told int8range;
  written int;
begin
  if changes @? '$[*].linked[*]' then
    -- Operations that a change opens beside its own: an excess credited, a refund.
    moves := moves || array(
      select jsonb_populate_record(null::app.command, l.value || '{"expect": 0}')
      from unnest(batch) c, jsonb_array_elements(c.linked) l);
  end if;
  written := app.commit_operations(changes, moves, lines, moment);
  if changes @? '$[*].events[*]' or changes @? '$[*].linked[*]' then
    told := app.commit_events(moves, moment);
    if told is not null then
      -- The ids between which the new events are, for whoever shows them to people.
      perform pg_notify('jokko_events', lower(told) || '-' || upper(told) - 1);
    end if;
  end if;
  written := app.commit_companions(changes, batch, moment);

  if cardinality(drafts) > 0 then
    -- Entries, keys and postings in one statement; balances follow.
    with kept as (
      insert into ledger.keys (business_key, entry_id) select key, id from unnest(drafts)
    ), told as (
      insert into ledger.entries (id, book, business_key, recipe, operation_id, corrects, rate, occurred_at)
      overriding system value
      select id, book, key, recipe, operation_id, corrects, rate, coalesce(occurred_at, moment) from unnest(drafts)
    )
    insert into ledger.postings (entry_id, account_id, book, currency, amount)
    select entry_id, account_id, book, currency, amount from unnest(lines);
  end if;

  return (
    select jsonb_object_agg(i, jsonb_build_object('verdict', 'committed', 'answer', answer, 'operation_id', operation_id))
    from unnest(batch));
end $$;

-- Plans are made once, as planning each call anew would cost more than running it, and always look rows up by index:
-- a plan made while the tables were small must not scan them when they are large.
create function app.commit(changes jsonb) returns jsonb language plpgsql security definer
set search_path = pg_catalog, app, ledger, pg_temp
set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  batch app.command[] := array(select jsonb_populate_record(null::app.command, value) from jsonb_array_elements(changes));
  usages app.command_counter[] := '{}';
  counted app.counted[] := '{}';
  drafts app.command_entry[] := '{}';
  lines app.command_posting[];
  locked app.locked_account[] := '{}';
  verdicts jsonb := app.commit_keys(batch);
  refused jsonb;
begin
  if verdicts <> '{}' then
    batch := array(select c from unnest(batch) c where not verdicts ? c.i::text);
    if cardinality(batch) = 0 then
      return verdicts;
    end if;
  end if;
  if changes @? '$[*].entries[*]' then
    drafts := array(
      select row (c.i, nextval('ledger.entries_id_seq'), c.operation_id, e.key, e.recipe, e.book, e.rate, e.corrects, e.occurred_at, e.postings)::app.command_entry
      from unnest(batch) c, jsonb_to_recordset(c.entries)
        as e (key text, recipe text, book text, rate text, corrects bigint, occurred_at timestamptz, postings jsonb));
  end if;

  lines := app.commit_lock(changes, batch, drafts);
  usages := app.commit_usages(changes, batch);
  if cardinality(lines) > 0 then
    locked := app.commit_lock_accounts(lines);
  end if;
  refused := app.commit_judge_each(changes, batch, drafts, lines);
  if refused <> '{}' then
    lines := array(select p from unnest(lines) p where not refused ? p.i::text);
    usages := array(select n from unnest(usages) n where not refused ? n.i::text);
  end if;
  if cardinality(usages) > 0 or cardinality(locked) > 0 then
    if cardinality(usages) > 0 then
      counted := app.commit_count(usages, changes @? '$[*].row_counters');
    end if;
    refused := refused || app.commit_judge_shared(lines, locked, usages, counted);
  end if;

  if refused <> '{}' then
    -- A refused command leaves no key behind: the same request works once the reason is gone.
    delete from app.command_keys k using unnest(batch) c
      where refused ? c.i::text and (k.scope, k.key) = (c.scope, c.key);
    if cardinality(usages) > 0 then
      perform app.commit_uncount(usages, counted, refused);
    end if;
    verdicts := verdicts || refused;
    batch := array(select c from unnest(batch) c where not refused ? c.i::text);
    drafts := array(select e from unnest(drafts) e where not refused ? e.i::text);
    lines := array(select p from unnest(lines) p where not refused ? p.i::text);
    if cardinality(batch) = 0 then
      return verdicts;
    end if;
  end if;
  return verdicts || app.commit_write(changes, batch, drafts, lines);
end $$;

-- Timers that are due become jobs, in one step, on any number of nodes.
create function app.fire_timers(most int) returns int language plpgsql security definer
set search_path = pg_catalog, app, pg_temp as $$
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
