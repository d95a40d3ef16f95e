-- Changes of prices, limits and flags by an operator: each leaves what was there before, who changed it and why.

create function app.operator_did(
  actor text, action text, subject text, reason text, before jsonb, after jsonb
) returns void language plpgsql as $$
declare told app.operator_actions;
begin
  -- One after the other: each one's hash covers the one before.
  lock table app.operator_actions in share row exclusive mode;
  told := row (null, actor, action, subject, reason, before, after, app.now(), null)::app.operator_actions;
  insert into app.operator_actions (actor, action, subject, reason, before, after, at, hash)
    select actor, action, subject, reason, before, after, told.at,
      sha256(coalesce((select hash from app.operator_actions order by id desc limit 1), '') || app.action_text(told));
end $$;

-- A price that exists gets a successor from now on; what was quoted before keeps its own.
create function app.set_fee(
  actor text, reason text, fee_purpose text, fee_method text, new_percent_bp int, new_flat bigint, new_minimum bigint
) returns void language plpgsql security definer set search_path = pg_catalog, app, pg_temp as $$
declare
  moment timestamptz := app.now();
  old app.fees;
begin
  update app.fees set valid_to = moment
    where purpose = fee_purpose and method = fee_method and valid_from <= moment and (valid_to is null or valid_to > moment)
    returning * into old;
  if old.id is null then
    raise exception using errcode = 'JK008', message = 'no_such_setting', detail = fee_purpose || ' ' || fee_method;
  end if;
  insert into app.fees (purpose, method, percent_bp, flat, minimum, valid_from)
    values (fee_purpose, fee_method, new_percent_bp, new_flat, new_minimum, moment);
  perform app.operator_did(actor, 'fee', fee_purpose || ' ' || fee_method, reason,
    jsonb_build_object('percent_bp', old.percent_bp, 'flat', old.flat, 'minimum', old.minimum),
    jsonb_build_object('percent_bp', new_percent_bp, 'flat', new_flat, 'minimum', new_minimum));
end $$;

create function app.set_limit(actor text, reason text, limit_kind text, limit_currency text, new_ceiling bigint)
returns void language plpgsql security definer set search_path = pg_catalog, app, pg_temp as $$
declare
  moment timestamptz := app.now();
  old bigint := (select ceiling from app.limits
    where kind = limit_kind and currency = limit_currency and valid_from <= moment order by valid_from desc limit 1);
begin
  if old is null then
    raise exception using errcode = 'JK008', message = 'no_such_setting', detail = limit_kind || ' ' || limit_currency;
  end if;
  insert into app.limits (kind, currency, ceiling, valid_from) values (limit_kind, limit_currency, new_ceiling, moment);
  perform app.operator_did(actor, 'limit', limit_kind || ' ' || limit_currency, reason, to_jsonb(old), to_jsonb(new_ceiling));
end $$;

create function app.set_flag(actor text, reason text, flag text, new_value jsonb)
returns void language plpgsql security definer set search_path = pg_catalog, app, pg_temp as $$
declare old jsonb := (select value from app.settings where key = flag for update);
begin
  insert into app.settings (key, value) values (flag, new_value)
    on conflict (key) do update set value = excluded.value, changed_at = clock_timestamp();
  perform app.operator_did(actor, 'flag', flag, reason, old, new_value);
end $$;

-- What a person was shown and has looked into: it leaves the list.
create function app.set_seen(actor text, reason text, subject text)
returns void language plpgsql security definer set search_path = pg_catalog, app, pg_temp as $$
begin
  perform app.operator_did(actor, 'seen', subject, reason, null, null);
end $$;

revoke execute on function app.operator_did(text, text, text, text, jsonb, jsonb),
  app.set_fee(text, text, text, text, int, bigint, bigint), app.set_limit(text, text, text, text, bigint),
  app.set_flag(text, text, text, jsonb), app.set_seen(text, text, text) from public;
grant execute on function app.set_fee(text, text, text, text, int, bigint, bigint),
  app.set_limit(text, text, text, text, bigint), app.set_flag(text, text, text, jsonb),
  app.set_seen(text, text, text) to jokko_app;
create index operator_actions_by_subject on app.operator_actions (subject, action);
