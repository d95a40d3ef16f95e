-- A payment request is paid whole: the amount of what pays it is what was asked for as long as it lives, not only while it
-- is opened (0011_payment_requests.sql).
create function app.keep_request_whole() returns trigger language plpgsql security definer
set search_path = pg_catalog, app, pg_temp as $$
begin
  if exists (select from app.operations where id = new.parent_id and kind = 'request') then
    raise exception using errcode = 'JK010', message = 'request_is_paid_whole';
  end if;
  return new;
end $$;

create trigger requests_are_paid_whole before update of principal on app.operations
  for each row when (new.principal <> old.principal and new.parent_id is not null and new.kind = 'transfer' and new.handed = 0)
  execute function app.keep_request_whole();

revoke execute on function app.keep_request_whole() from public;
