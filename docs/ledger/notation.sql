-- What the lessons are written with: postings as accountants write them (`D account 1.00 | C account 1.00`), sent
-- through the same door as everything else. Run before each lesson, in a database of its own.

create schema lesson;

create function lesson.shown(amount numeric, currency text) returns text language sql immutable as $$
  select case when currency = 'EUR' then to_char(amount / 100, 'FM999,999,990.00') else to_char(amount, 'FM999,999,990') end
$$;

create function lesson.minor(figure text) returns bigint language sql immutable as
$$ select translate(figure, ',.', '')::bigint $$;

create function lesson.postings(notation text) returns jsonb language sql immutable as $$
  select jsonb_agg(jsonb_build_object(
    'account', word[2],
    'currency', substring(word[2] from '[A-Z]+$'),
    'amount', case word[1] when 'D' then -lesson.minor(word[3]) else lesson.minor(word[3]) end))
  from regexp_split_to_table(notation, '\s*\|\s*') line, regexp_split_to_array(trim(line), '\s+') word
$$;

create function lesson.must_commit(change jsonb) returns void language plpgsql as $$
declare verdict jsonb := app.commit(jsonb_build_array(
  change || jsonb_build_object('i', 0, 'scope', 'lesson', 'body_hash', change ->> 'key', 'received_at', app.now()))) -> '0';
begin
  if verdict ->> 'verdict' <> 'committed' then
    raise exception '%: %', verdict ->> 'verdict', coalesce(verdict ->> 'code', 'its effect was there before');
  end if;
end $$;

-- Opens an operation in the first state of its life: nothing moves yet. One that goes to another balance names whose.
create function lesson.open(
  operation text, kind text, customer text, total text, target text default '0', to_balance_of text default null
) returns table (operation_opened text, its_state text) language plpgsql as $$
declare state text := (select s.state from app.lifecycle_states s where s.kind = open.kind and s.is_first);
begin
  perform lesson.must_commit(jsonb_build_object(
    'key', operation, 'operation_id', operation, 'expect', 0,
    'create', jsonb_build_object('book', 'live', 'kind', kind, 'state', state, 'customer_id', customer,
      'user_id', customer, 'customer_status', state, 'operation_type', kind, 'receiver_customer_id', to_balance_of,
      'payout_kind', case when to_balance_of is null then 'mobile_money' else 'balance' end, 'principal', 0, 'total', lesson.minor(total), 'target', lesson.minor(target)),
    'events', jsonb_build_array(jsonb_build_object('event', 'created', 'to_state', state, 'actor', 'lesson'))));
  return query select operation, state;
end $$;

-- The events that lead an operation from one state to another, by the shortest way that its life allows.
create function lesson.events(kind text, from_state text, to_state text) returns jsonb language sql stable as $$
  with recursive ways as (
    select from_state as state, '[]'::jsonb as events, 0 as steps
    union all
    select m.to_state, w.events || jsonb_build_object('event', m.event, 'from_state', m.from_state, 'to_state', m.to_state,
      'actor', 'lesson'), w.steps + 1
    from ways w join app.lifecycle_moves m on m.kind = events.kind and m.from_state = w.state
    where w.steps < 3
  )
  select events from ways where state = to_state and steps > 0 order by steps, events::text limit 1
$$;

-- Posts one entry, for an operation or (null) for our own books, and shows it as the ledger keeps it.
create function lesson.post(operation text, recipe text, notation text, leads_to text default null, number int default 1)
returns table (account text, debit text, credit text) language plpgsql as $$
declare
  entry_key text := concat_ws(':', operation, recipe, nullif(number, 1));
  op app.operations;
  attempt_state text := case leads_to when 'sending' then 'created' when 'paid' then 'paid' when 'returned' then 'failed' end;
  change jsonb := jsonb_build_object('key', entry_key, 'entries', jsonb_build_array(jsonb_build_object(
    'key', entry_key, 'recipe', recipe, 'book', 'live', 'postings', lesson.postings(notation))));
begin
  select * into op from app.operations where id = operation;
  if op.id is not null then
    change := change || jsonb_build_object('operation_id', op.id, 'expect', op.version,
      'patch', jsonb_strip_nulls(jsonb_build_object('state', leads_to, 'customer_status', leads_to, 'ended_at',
        (select app.now() from app.lifecycle_states s where s.kind = op.kind and s.state = leads_to and s.is_end))),
      'events', case when leads_to is null then '[]' else lesson.events(op.kind, op.state, leads_to) end);
  end if;
  if op.kind = 'transfer' and op.payout_kind <> 'balance' and attempt_state is not null then
    change := change || jsonb_build_object('attempts', jsonb_build_array(jsonb_build_object('id', op.id || ':attempt',
      'provider', 'hub2', 'state', attempt_state, 'amount', op.target, 'currency', 'XOF')));
  end if;
  perform lesson.must_commit(change);
  return query
    select a.name, case when p.amount < 0 then lesson.shown(-p.amount, p.currency) end,
      case when p.amount > 0 then lesson.shown(p.amount, p.currency) end
    from ledger.keys k
    join ledger.postings p using (entry_id)
    join ledger.accounts a on a.id = p.account_id
    where k.business_key = entry_key
    order by p.amount > 0, a.name;
end $$;

create view lesson.balances as
  select name as account, lesson.shown(balance, currency) as balance
  from ledger.accounts where balance <> 0 order by name;

create view lesson.operations as
  select id as operation, kind, state, version, lesson.shown(held, 'EUR') as held, lesson.shown(total, 'EUR') as total
  from app.operations order by id;

create view lesson.invariants_broken as
  select invariant, detail from ledger.verify() where not ok;

insert into app.users (id, email, password_hash, country, payment_reference) values
  ('S', 'sender@jokko.example', '', 'FR', 'JKSENDER'),
  ('R', 'recipient@jokko.example', '', 'FR', 'JKRECIPIENT');
