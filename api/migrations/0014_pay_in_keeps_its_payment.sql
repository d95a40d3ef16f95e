-- A pay-in that was opened twice at the same moment keeps the payment that was known first: its page is the one that was
-- shown, and what is paid there would be looked for under another name.
create function app.keep_provider_id() returns trigger language plpgsql
set search_path = pg_catalog, app, pg_temp as $$
begin
  raise exception using errcode = 'JK003', message = 'pay_in_keeps_its_payment';
end $$;

create trigger pay_ins_keep_their_payment before update of provider_id on app.pay_ins
  for each row when (new.provider_id is distinct from old.provider_id and old.provider_id is not null)
  execute function app.keep_provider_id();

revoke execute on function app.keep_provider_id() from public;
