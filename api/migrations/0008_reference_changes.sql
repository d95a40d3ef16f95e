-- Whoever edits reference data, with whatever tool, every process hears of it: the notice goes with the commit.

create function app.tell_reference_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('jokko_reference', tg_table_name);
  return null;
end $$;

do $$
declare t text;
begin
  foreach t in array array['countries', 'corridors', 'payin_methods', 'country_payin_methods', 'operators', 'institutions',
                           'routes', 'fees', 'margins', 'rates', 'bank_accounts'] loop
    execute format('create trigger told after insert or update or delete or truncate on app.%I
      for each statement execute function app.tell_reference_changed()', t);
  end loop;
end $$;
