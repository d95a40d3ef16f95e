-- Bulk payments before they are money: the rows of a file, as they were typed and what was made of them. A draft
-- belongs to its customer and may be changed at will; once its payment has begun, its rows are what was paid.

create table app.bulks (
  -- Also the id of the operation that pays it.
  id text primary key,
  customer_id text not null,
  user_id text not null references app.users (id),
  country text not null,
  file_name text not null default '',
  reason text not null default '',
  cashin_method_id integer,
  state text not null check (state in ('checking', 'draft', 'checked', 'started')),
  rows integer not null check (rows >= 0),
  rows_checked integer not null default 0,
  -- Which writing of the rows this is: a check of older rows writes nothing.
  edit integer not null default 1,
  -- Which going through these rows: a later check ends an earlier one, whose rates may be others.
  run integer not null default 0,
  -- What its rows come to, once all are checked: cents; `target` in minor units of the country's currency.
  rows_wrong integer not null default 0,
  principal bigint not null default 0,
  fees bigint not null default 0,
  total bigint not null default 0,
  target bigint not null default 0,
  -- Lines that pay the same number the same amount, a list for each.
  duplicates json not null default '[]',
  -- Numbers and amounts of all rows, whatever their order: the same file again is noticed.
  content_hash text,
  -- The bulk whose rows these are that failed, or that its owner had cancelled.
  retry_of text references app.bulks (id),
  retry_rows text check (retry_rows in ('failed', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((retry_of is null) = (retry_rows is null))
);
create index bulks_by_customer on app.bulks (customer_id, updated_at desc);
create index bulks_by_retry on app.bulks (retry_of) where retry_of is not null;
create index bulks_by_content on app.bulks (customer_id, content_hash) where state = 'started';

-- A row is of a bulk that is there and not paid: the triggers below hold that for all rows of a statement at once, where
-- a foreign key asks for each.
create table app.bulk_rows (
  bulk_id text not null,
  line integer not null check (line between 1 and 1000000),
  -- The operation that will pay it: the bulk's id with the line in the place of its third and fourth group. It is no
  -- other row's, whoever writes it, and needs no index to be so.
  operation_id text generated always as (overlay(bulk_id placing
    overlay(lpad(to_hex(line), 8, '0') placing '-' from 5 for 0) from 19 for 9)) virtual,
  -- JSON, as texts: written by us alone, and nobody searches in them.
  cells text not null,
  problems text not null,
  phone text,
  operator text,
  -- Cents, as it was typed.
  amount bigint,
  route_id integer,
  principal bigint,
  fee bigint,
  margin bigint,
  total bigint,
  target bigint,
  primary key (bulk_id, line)
);

-- The lines of a price, what it was rounded from, its rate and how long it takes: once for all rows of a bulk that pay
-- the same amount the same way.
create table app.bulk_prices (
  bulk_id text not null,
  route_id integer not null,
  amount bigint not null,
  price json not null,
  primary key (bulk_id, route_id, amount)
);

create function app.require_bulk() returns trigger language plpgsql security definer
set search_path = pg_catalog, app, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  named text[] := array(select distinct bulk_id from added);
  found_bulks int;
begin
  -- Locked as a foreign key would lock them: no bulk goes while it gets rows.
  perform from app.bulks where id = any (named) order by id for key share;
  get diagnostics found_bulks = row_count;
  if found_bulks <> cardinality(named) then
    raise exception using errcode = 'foreign_key_violation', message = 'row_without_its_bulk';
  end if;
  if exists (select from app.operations where id = any (named)) then
    raise exception using errcode = 'JK008', message = 'bulk_has_started';
  end if;
  return null;
end $$;
create trigger rows_have_their_bulk after insert on app.bulk_rows
  referencing new table as added for each statement execute function app.require_bulk();
create trigger prices_have_their_bulk after insert on app.bulk_prices
  referencing new table as added for each statement execute function app.require_bulk();
create trigger rows_keep_their_bulk before update on app.bulk_rows
  for each row when (new.bulk_id <> old.bulk_id) execute function ledger.forbid_change();
create trigger prices_keep_their_bulk before update on app.bulk_prices
  for each row when (new.bulk_id <> old.bulk_id) execute function ledger.forbid_change();

create function app.forbid_lost_rows() returns trigger language plpgsql security definer
set search_path = pg_catalog, app, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from gone g join app.bulk_rows r on r.bulk_id = g.id)
    or exists (select from gone g join app.bulk_prices p on p.bulk_id = g.id) then
    raise exception using errcode = 'foreign_key_violation', message = 'bulk_still_has_rows';
  end if;
  return null;
end $$;
-- Named to speak after the one below: of a bulk that was paid, that is what is said.
create trigger they_go_after_their_rows after delete on app.bulks
  referencing old table as gone for each statement execute function app.forbid_lost_rows();
create trigger bulks_keep_their_name before update on app.bulks
  for each row when (new.id <> old.id) execute function ledger.forbid_change();

-- What was paid stays: once its operation is there, neither a bulk nor its rows can be taken away or changed.
create function app.forbid_bulk_change() returns trigger language plpgsql security definer
set search_path = pg_catalog, app, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare is_paid boolean;
begin
  execute format('select exists (select from (select distinct %I as id from changed) c join app.operations o using (id))', tg_argv[0]) into is_paid;
  if is_paid then
    raise exception using errcode = 'JK008', message = 'bulk_has_started';
  end if;
  return null;
end $$;
create trigger started_bulks_stay after delete on app.bulks
  referencing old table as changed for each statement execute function app.forbid_bulk_change('id');
create trigger no_row_is_changed after update on app.bulk_rows
  referencing old table as changed for each statement execute function app.forbid_bulk_change('bulk_id');
create trigger no_row_is_removed after delete on app.bulk_rows
  referencing old table as changed for each statement execute function app.forbid_bulk_change('bulk_id');
create trigger no_price_is_changed after update on app.bulk_prices
  referencing old table as changed for each statement execute function app.forbid_bulk_change('bulk_id');
create trigger no_price_is_removed after delete on app.bulk_prices
  referencing old table as changed for each statement execute function app.forbid_bulk_change('bulk_id');

-- Says of a draft whose rows are all checked what they come to. The same numbers and amounts are the same payment,
-- whatever their order and however they are written.
create function app.finish_bulk_check(bulk text) returns setof app.bulks language sql as $$
  with told as (
    select *, concat_ws(' ', coalesce(phone, cells::json ->> 'phone_number'), coalesce(amount::text, cells::json ->> 'amount_without_fees')) as content
    from app.bulk_rows where bulk_id = bulk
  ), whole as (
    select count(*) as rows, count(total) as payable, coalesce(sum(principal), 0) as principal,
      coalesce(sum(fee + margin), 0) as fees, coalesce(sum(total), 0) as total, coalesce(sum(target), 0) as target,
      count(distinct content) as different, string_agg(content, e'\n' order by content) as content
    from told
  ), doubled as (
    select array_agg(line order by line) as lines
    from app.bulk_rows where bulk_id = bulk and phone is not null and amount is not null
    group by phone, amount having count(*) > 1
  )
  update app.bulks b
    set rows_checked = b.rows, rows_wrong = w.rows - w.payable, principal = w.principal, fees = w.fees, total = w.total,
      target = w.target,
      duplicates = case when w.different = w.rows then '[]' else (select coalesce(json_agg(lines order by lines), '[]') from doubled) end,
      content_hash = encode(sha256(convert_to(concat_ws(e'\n', b.country, w.content), 'UTF8')), 'hex'),
      state = case when w.rows > 0 and w.payable = w.rows then 'checked' else 'draft' end
    from whole w where b.id = bulk
    returning b.*
$$;

-- Payments of a bulk that somebody got something of, or still may: not one whose rows all came back, which may be paid
-- again. What was paid again of its rows is of it, and what was paid again of that.
create view app.standing_bulks as
  select b.id, b.customer_id, b.content_hash, first.started_at
  from app.bulks b join app.operations first using (id)
  where b.state = 'started' and exists (
    with recursive paid (id, rows) as (
      select b.id, b.rows
      union
      select again.id, again.rows from app.bulks again join paid on again.retry_of = paid.id where again.state = 'started'
    )
    select from paid p join app.operations o using (id)
    where o.state not in ('failed', 'expired')
      and (exists (
          select from app.operations r where r.parent_id = o.id and r.handed > 0 and r.state not in ('refunded', 'cancelled'))
        or (o.state <> 'done' and (
          select count(*) from app.operations r where r.parent_id = o.id and r.handed > 0) < p.rows)));

-- The newest payment by which somebody got what this draft pays, or still may: of the same rows, or of the rows that it
-- pays a part of once more. Those that it descends from did not pay that part: it failed there, or was cancelled.
create function app.paid_before(draft app.bulks) returns table (id text, started_at timestamptz) language sql stable as $$
  select found.id, found.started_at from (
    select b.id, b.started_at from app.standing_bulks b
    where b.customer_id = draft.customer_id and b.content_hash = draft.content_hash and b.id <> draft.id
    union all
    select b.id, b.started_at from app.bulks first
    join app.standing_bulks b on b.customer_id = first.customer_id and b.content_hash = first.content_hash
    where first.id = draft.retry_of and b.id <> draft.id and b.id not in (
      with recursive lineage (id) as (
        select draft.retry_of
        union
        select older.retry_of from app.bulks older join lineage using (id) where older.retry_of is not null
      )
      select lineage.id from lineage)
  ) found order by found.started_at desc limit 1
$$;

-- A bulk is paid exactly as its rows stand at that moment; whoever rewrites or drops them meanwhile waits, and is refused.
-- A draft that went before is not paid.
-- What is cancelled later changes none of them: the row's own operation says that its money went back.
create function app.seal_bulk() returns trigger language plpgsql security definer
set search_path = pg_catalog, app, pg_temp as $$
declare
  kept app.bulks;
  sum_of_rows bigint;
begin
  -- A customer's bulks begin one after the other: who starts the same rows, or a part of them, at the same moment waits here.
  perform pg_advisory_xact_lock(hashtextextended(new.customer_id, 5));
  select * into kept from app.bulks where id = new.id for update;
  -- Those of the seeded history never had a draft.
  if kept.id is null and new.details ? 'bulk_edit' then
    raise exception using errcode = 'JK009', message = 'bulk_is_gone';
  end if;
  if kept.id is not null then
    select sum(total) into sum_of_rows from app.bulk_rows where bulk_id = new.id;
    if kept.state <> 'checked' or kept.customer_id <> new.customer_id or sum_of_rows is distinct from new.total
      -- Other rows may come to the same total.
      or kept.edit is distinct from (new.details ->> 'bulk_edit')::int then
      raise exception using errcode = 'JK009', message = 'bulk_is_not_what_was_shown';
    end if;
    -- Failed rows are paid again once, and so are cancelled ones.
    if kept.retry_of is not null and exists (select from app.bulks b join app.operations o using (id)
        where b.retry_of = kept.retry_of and b.retry_rows = kept.retry_rows and o.state not in ('failed', 'expired')) then
      raise exception using errcode = 'JK009', message = 'bulk_was_retried';
    end if;
    -- The same rows are paid again only when that is meant.
    if not new.details @> '{"repeat_is_meant": true}' and exists (select from app.paid_before(kept)) then
      raise exception using errcode = 'JK011', message = 'bulk_was_paid_before';
    end if;
    update app.bulks set state = 'started' where id = new.id;
  end if;
  return new;
end $$;
create trigger bulks_are_sealed before insert on app.operations
  for each row when (new.kind = 'bulk') execute function app.seal_bulk();
