-- The ledger: accounts, entries and postings, and the laws that PostgreSQL itself holds.
-- Amounts are minor units; credit is positive, so a floor is "balance >= 0".

create schema ledger;
create schema app;

-- One clock for everything that concerns money: the database's clock plus an offset that tests may move.
create table app.clock (
  only_row boolean primary key default true check (only_row),
  environment text not null default 'development' check (environment in ('development', 'test', 'production')),
  shift interval not null default '0' check (shift >= '0'),
  constraint production_runs_on_real_time check (environment <> 'production' or shift = '0')
);
insert into app.clock default values;

create function app.now() returns timestamptz language sql stable parallel safe as
$$ select clock_timestamp() + (select shift from app.clock) $$;

create function app.forbid_going_back() returns trigger language plpgsql as $$
begin
  if new.shift < old.shift then
    raise exception using errcode = 'JK006', message = 'clock_goes_forward_only';
  end if;
  return new;
end $$;
create trigger clock_goes_forward_only before update on app.clock
  for each row execute function app.forbid_going_back();

create table ledger.accounts (
  id bigint generated always as identity primary key,
  book text not null check (book in ('live', 'test')),
  name text not null,
  currency text not null check (currency in ('EUR', 'XOF', 'XAF', 'GNF')),
  -- Customers' money, free or reserved, can never go below zero.
  guarded boolean not null generated always as (name like 'customer:%') stored,
  balance bigint not null default 0,
  unique (book, name),
  check (name like '%:' || currency),
  constraint guarded_floor check (not guarded or balance >= 0)
) with (fillfactor = 70);

create table ledger.entries (
  id bigint generated always as identity primary key,
  book text not null check (book in ('live', 'test')),
  business_key text not null,
  recipe text not null,
  operation_id text,
  corrects bigint references ledger.entries (id),
  rate text,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp()
);
create index entries_by_operation on ledger.entries (operation_id) where operation_id is not null;

-- Never partitioned and never purged: a key posts once, for ever.
create table ledger.keys (
  business_key text primary key,
  entry_id bigint not null references ledger.entries (id)
);

-- Book and currency are part of what a posting refers to: its entry and its account must have the same. The trigger
-- below holds that for all rows of a statement at once; two foreign keys did it row by row, for a quarter of the time.
create table ledger.postings (
  entry_id bigint not null,
  account_id bigint not null,
  book text not null,
  currency text not null,
  amount bigint not null check (amount <> 0),
  primary key (entry_id, account_id)
);
create index postings_by_account on ledger.postings (account_id, entry_id);

create type ledger.delta as (account_id bigint, book text, currency text, amount bigint);

-- Law 1: an entry balances in each currency, and all of it is written at once.
-- Law 4 and 5: guarded accounts are locked first, open ones last, each in id order.
-- Law 8: a posting is in the book of its entry, and in the book and currency of its account.
-- Only as the trigger of this very table: whoever could hang it on a table of their own would move balances.
create function ledger.apply_postings() returns trigger language plpgsql security definer
set search_path = pg_catalog, ledger, pg_temp as $$
declare
  deltas ledger.delta[];
  is_balanced boolean;
  is_whole boolean;
  is_of_its_entry boolean;
  is_below_floor boolean;
  found_accounts int;
begin
  if tg_relid <> 'ledger.postings'::regclass then
    raise exception using errcode = 'JK004', message = 'balance_follows_postings';
  end if;
  select array(select row (account_id, book, currency, sum(amount))::ledger.delta from added group by account_id, book, currency),
      not exists (select from added group by entry_id, currency having sum(amount) <> 0),
      (select count(*) from added) = (select count(*) from ledger.postings where entry_id in (select entry_id from added)),
      not exists (
        select from (select distinct entry_id, book from added) p
        left join lateral (select e.book from ledger.entries e where e.id = p.entry_id limit 1) e on true
        where e.book is distinct from p.book)
    into deltas, is_balanced, is_whole, is_of_its_entry;
  if not is_balanced then
    raise exception using errcode = 'JK001', message = 'entry_not_balanced';
  elsif not is_whole then
    raise exception using errcode = 'JK003', message = 'entry_already_written';
  elsif not is_of_its_entry then
    raise exception using errcode = 'foreign_key_violation', message = 'posting_without_its_entry';
  end if;

  -- Under READ COMMITTED a locked row is given as it is after the wait.
  select coalesce(bool_or(guarded and balance + amount < 0), false), count(*) into is_below_floor, found_accounts
    from (
      select a.guarded, a.balance, d.amount
      from ledger.accounts a join unnest(deltas) d on d.account_id = a.id and d.book = a.book and d.currency = a.currency
      order by not a.guarded, a.id
      for no key update of a
    ) locked;
  if found_accounts <> cardinality(deltas) then
    raise exception using errcode = 'foreign_key_violation', message = 'posting_without_its_account';
  elsif is_below_floor then
    raise exception using errcode = 'JK002', message = 'floor_reached';
  end if;
  update ledger.accounts a set balance = a.balance + d.amount
    from unnest(deltas) d where a.id = d.account_id and d.amount <> 0;
  return null;
end $$;
create trigger postings_move_balances after insert on ledger.postings
  referencing new table as added for each statement execute function ledger.apply_postings();

-- An entry comes with its key and its postings, in one statement, and in the book of its operation.
create function ledger.check_entries() returns trigger language plpgsql security definer
set search_path = pg_catalog, ledger, app, pg_temp as $$
begin
  -- Looked up entry by entry: a plan that hashed the whole tables would slow down as they grow.
  if exists (
    select from added e
    left join lateral (select true as found from ledger.postings p where p.entry_id = e.id limit 1) p on true
    left join lateral (select k.entry_id from ledger.keys k where k.business_key = e.business_key limit 1) k on true
    left join lateral (select o.book from app.operations o where o.id = e.operation_id limit 1) o on true
    where p.found is null
      or k.entry_id is distinct from e.id
      or (e.operation_id is not null and o.book is distinct from e.book)
  ) then
    raise exception using errcode = 'JK001', message = 'entry_not_whole';
  end if;
  return null;
end $$;
create trigger entries_are_whole after insert on ledger.entries
  referencing new table as added for each statement execute function ledger.check_entries();

-- Law 2: what is written stays. A correction is a new entry that points at the old one.
create function ledger.forbid_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'JK003', message = 'append_only', detail = tg_table_schema || '.' || tg_table_name;
end $$;
create trigger entries_append_only before update or delete or truncate on ledger.entries
  for each statement execute function ledger.forbid_change();
create trigger postings_append_only before update or delete or truncate on ledger.postings
  for each statement execute function ledger.forbid_change();
create trigger keys_append_only before update or delete or truncate on ledger.keys
  for each statement execute function ledger.forbid_change();
create trigger clock_stays before delete or truncate on app.clock
  for each statement execute function ledger.forbid_change();
create trigger accounts_stay before delete or truncate on ledger.accounts
  for each statement execute function ledger.forbid_change();

-- A balance follows its postings and nothing else, and an account keeps what it is.
create function ledger.forbid_balance_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'JK004', message = 'balance_follows_postings';
end $$;
create trigger balance_follows_postings before update on ledger.accounts
  for each row when (pg_trigger_depth() = 0 or (new.id, new.book, new.name, new.currency)
    is distinct from (old.id, old.book, old.name, old.currency)) execute function ledger.forbid_balance_change();
create trigger accounts_open_empty before insert on ledger.accounts
  for each row when (new.balance <> 0) execute function ledger.forbid_balance_change();

revoke execute on all functions in schema ledger from public;
