-- Withdrawals: the customers' own accounts, and the six-digit codes with which a withdrawal is confirmed.

-- Kept apart from beneficiaries' accounts: money only leaves a balance for an account of its owner's.
create table app.own_accounts (
  id text primary key,
  customer_id text not null,
  kind text not null check (kind in ('mobile_money', 'bank_transfer', 'mfi', 'wallet')),
  title text not null,
  country text not null references app.countries (iso),
  owner_name text not null,
  -- E.164, an IBAN, a local account number, or an institution with the member's number there.
  number text not null,
  details jsonb not null default '{}',
  added_by text not null references app.users (id),
  added_at timestamptz not null default app.now(),
  -- When money last arrived there; a first large withdrawal to it waits for a person.
  paid_at timestamptz,
  unique (customer_id, kind, number)
);

-- One row per sending. The code itself is in nobody's hands but its owner's: only a keyed hash is kept, over the code
-- and everything that it confirms.
create table app.codes (
  id text primary key,
  purpose text not null,
  account text not null,
  operation_id text not null references app.operations (id),
  channel text not null check (channel in ('sms', 'whatsapp', 'mail')),
  code_hash bytea not null,
  wrong integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz
);
create unique index one_code_in_force on app.codes (operation_id) where replaced_at is null;

-- What an account did with codes of one purpose lately. Each sending and each try locks its row, so that the limits hold
-- whoever asks at the same time.
create table app.code_guards (
  purpose text not null,
  account text not null,
  sent_at timestamptz[] not null default '{}',
  wrong_at timestamptz[] not null default '{}',
  primary key (purpose, account)
);

create function app.lock_code_guard(of_purpose text, of_account text, moment timestamptz)
returns app.code_guards language plpgsql as $$
declare guard app.code_guards;
begin
  insert into app.code_guards (purpose, account) values (of_purpose, of_account) on conflict do nothing;
  select * into guard from app.code_guards where purpose = of_purpose and account = of_account for update;
  guard.sent_at := array(select t from unnest(guard.sent_at) t where t > moment - interval '2 minutes' order by t);
  guard.wrong_at := array(select t from unnest(guard.wrong_at) t where t > moment - interval '1 hour' order by t);
  return guard;
end $$;

-- A new code takes the place of the one before. At most 5 are sent in 2 minutes, the first included, and none while
-- 10 wrong ones in an hour keep the account locked.
create function app.open_code(
  code_id text, of_purpose text, of_account text, of_operation text, by_channel text, hash bytea, seconds int
) returns jsonb language plpgsql as $$
declare
  moment timestamptz := app.now();
  guard app.code_guards := app.lock_code_guard(of_purpose, of_account, moment);
begin
  if cardinality(guard.wrong_at) >= 10 then
    return jsonb_build_object('verdict', 'locked', 'until', guard.wrong_at[cardinality(guard.wrong_at) - 9] + interval '1 hour');
  elsif cardinality(guard.sent_at) >= 5 then
    return jsonb_build_object('verdict', 'too_many', 'until', guard.sent_at[cardinality(guard.sent_at) - 4] + interval '2 minutes');
  end if;
  update app.codes set replaced_at = moment where operation_id = of_operation and replaced_at is null;
  insert into app.codes (id, purpose, account, operation_id, channel, code_hash, sent_at, expires_at)
    values (code_id, of_purpose, of_account, of_operation, by_channel, hash, moment, moment + make_interval(secs => seconds));
  update app.code_guards set sent_at = guard.sent_at || moment, wrong_at = guard.wrong_at
    where purpose = of_purpose and account = of_account;
  return jsonb_build_object('verdict', 'opened');
end $$;

-- A try is counted before anybody hears whether it was right: 5 wrong ones per code, 10 in an hour over all.
create function app.try_code(of_purpose text, of_account text, of_operation text, hash bytea)
returns jsonb language plpgsql as $$
declare
  moment timestamptz := app.now();
  guard app.code_guards := app.lock_code_guard(of_purpose, of_account, moment);
  code app.codes;
begin
  if cardinality(guard.wrong_at) >= 10 then
    return jsonb_build_object('verdict', 'locked', 'until', guard.wrong_at[cardinality(guard.wrong_at) - 9] + interval '1 hour');
  end if;
  select * into code from app.codes
    where operation_id = of_operation and purpose = of_purpose and account = of_account and replaced_at is null for update;
  if code.id is null or code.expires_at <= moment then
    return jsonb_build_object('verdict', 'expired');
  elsif code.used_at is not null then
    return jsonb_build_object('verdict', 'used');
  elsif code.wrong >= 5 then
    return jsonb_build_object('verdict', 'spent');
  elsif code.code_hash = hash then
    update app.codes set used_at = moment where id = code.id;
    return jsonb_build_object('verdict', 'right', 'id', code.id);
  end if;
  update app.codes set wrong = wrong + 1 where id = code.id;
  update app.code_guards set sent_at = guard.sent_at, wrong_at = guard.wrong_at || moment
    where purpose = of_purpose and account = of_account;
  return jsonb_build_object('verdict', 'wrong', 'left', 4 - code.wrong);
end $$;

insert into app.settings (key, value) values ('withdraw_open', 'true');

grant select, insert, update, delete on app.own_accounts to jokko_app;
grant select, insert, update on app.codes, app.code_guards to jokko_app;
revoke execute on function app.lock_code_guard(text, text, timestamptz),
  app.open_code(text, text, text, text, text, bytea, int), app.try_code(text, text, text, bytea) from public;
grant execute on function app.lock_code_guard(text, text, timestamptz),
  app.open_code(text, text, text, text, text, bytea, int), app.try_code(text, text, text, bytea) to jokko_app;
