-- Payment requests: a request is an operation of its own, and what pays it is a transfer opened under it. Here the database
-- holds that a request is paid once, and the apps of others that may ask for payments.

-- A payment may be opened under a request only while its payer has accepted it, for exactly what is asked, and while no
-- other payment of it stands. Whoever opens one at the same moment waits here, and is refused.
create function app.seal_request() returns trigger language plpgsql security definer
set search_path = pg_catalog, app, pg_temp as $$
declare asked app.operations;
begin
  select * into asked from app.operations where id = new.parent_id and kind = 'request' for no key update;
  if asked.id is not null and (
      asked.state <> 'accepted'
      or asked.details -> 'accepted_by' ->> 'customer_id' is distinct from new.customer_id
      or asked.customer_id is distinct from new.receiver_customer_id
      or asked.principal <> new.principal
      or app.request_stands(asked.id)) then
    raise exception using errcode = 'JK010', message = 'request_is_not_payable';
  end if;
  return new;
end $$;

-- A payment of it is under way, or has arrived.
create function app.request_stands(request text) returns boolean language sql stable security definer
set search_path = pg_catalog, app, pg_temp as $$
  select exists (select from app.operations where parent_id = request and kind = 'transfer'
    and state not in ('failed', 'aborted', 'expired', 'cancelled', 'refunded'))
$$;

create trigger requests_are_paid_once before insert on app.operations
  for each row when (new.parent_id is not null and new.kind = 'transfer' and new.handed = 0)
  execute function app.seal_request();

-- A request that was accepted is paid when its payment has arrived, and goes nowhere else while one stands.
create function app.keep_request_with_payment() returns trigger language plpgsql security definer
set search_path = pg_catalog, app, pg_temp as $$
begin
  if new.state = 'paid' then
    if not exists (select from app.operations where parent_id = new.id and kind = 'transfer' and state = 'paid') then
      raise exception using errcode = 'JK010', message = 'request_is_not_paid';
    end if;
  elsif app.request_stands(new.id) then
    raise exception using errcode = 'JK010', message = 'request_has_a_payment';
  end if;
  return new;
end $$;

create trigger requests_follow_their_payment before update on app.operations
  for each row when (old.kind = 'request' and old.state = 'accepted' and new.state <> old.state)
  execute function app.keep_request_with_payment();

-- When a payment of a request has ended, the request goes on: a job of the same transaction. It has no key: a second one
-- would give up the first, if that was being done by a process that dies.
create function app.follow_request() returns trigger language plpgsql security definer
set search_path = pg_catalog, app, pg_temp as $$
begin
  if exists (select from app.operations where id = new.parent_id and kind = 'request') then
    perform graphile_worker.add_job('follow_request', json_build_object('request_id', new.parent_id),
      max_attempts => 25);
  end if;
  return null;
end $$;

create trigger paid_at_once_is_followed after insert on app.operations
  for each row when (new.parent_id is not null and new.kind = 'transfer' and new.handed = 0 and new.ended_at is not null)
  execute function app.follow_request();
create trigger ended_is_followed after update on app.operations
  for each row when (new.parent_id is not null and new.kind = 'transfer' and new.handed = 0
    and new.ended_at is not null and old.ended_at is null)
  execute function app.follow_request();

-- Programs of customers that may ask for payments in their name. Of its key only a hash is kept.
create table app.apps (
  id text primary key,
  customer_id text not null,
  user_id text not null references app.users (id),
  name text not null check (btrim(name) <> ''),
  key_hash bytea not null unique,
  -- Where payers may be sent back to: each address with any query, and nothing below it.
  redirect_addresses text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz
);
create index apps_by_customer on app.apps (customer_id);

create function app.register_app(
  actor text, reason text, app_id text, owner_user text, app_name text, hash bytea, addresses text[]
) returns void language plpgsql security definer set search_path = pg_catalog, app, pg_temp as $$
begin
  insert into app.apps (id, customer_id, user_id, name, key_hash, redirect_addresses)
    select app_id, app.customer_of(u), u.id, app_name, hash, addresses from app.users u where u.id = owner_user;
  perform app.operator_did(actor, 'app', app_id, reason, null,
    jsonb_build_object('user_id', owner_user, 'name', app_name, 'redirect_addresses', addresses));
end $$;

update app.settings set value = value || '{"payment_request": true}' where key = 'features';

grant select on app.apps to jokko_app;
revoke execute on function app.seal_request(), app.request_stands(text), app.keep_request_with_payment(),
  app.follow_request(), app.register_app(text, text, text, text, text, bytea, text[]) from public;
grant execute on function app.register_app(text, text, text, text, text, bytea, text[]) to jokko_app;
