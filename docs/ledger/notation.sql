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

-- Opens an operation: nothing moves yet. A payout to another balance says so in `payout`.
create function lesson.open(
  operation text, kind text, customer text, total text, target text default '0', state text default 'funding',
  payout text default 'mobile_money'
) returns table (operation_opened text, its_state text) language plpgsql as $$
begin
  perform lesson.must_commit(jsonb_build_object(
    'key', operation, 'operation_id', operation, 'expect', 0,
    'create', jsonb_build_object('book', 'live', 'kind', kind, 'state', state, 'customer_id', customer,
      'user_id', customer, 'customer_status', state, 'operation_type', kind, 'payout_kind', payout,
      'principal', 0, 'total', lesson.minor(total), 'target', lesson.minor(target)),
    'events', jsonb_build_array(jsonb_build_object('event', 'created', 'to_state', state, 'actor', 'lesson'))));
  return query select operation, state;
end $$;

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
        case when leads_to in ('paid', 'refunded', 'cancelled', 'expired', 'booked', 'failed', 'completed') then app.now() end)),
      'events', jsonb_build_array(jsonb_build_object('event', recipe, 'from_state', op.state,
        'to_state', coalesce(leads_to, op.state), 'actor', 'lesson')));
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
