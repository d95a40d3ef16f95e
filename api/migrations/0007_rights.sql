-- What the application may do. Ledger, operations and all that belongs to money: read only, plus app.commit().

grant usage on schema ledger, app, graphile_worker to jokko_app;
grant select on all tables in schema ledger, app to jokko_app;
grant insert, update, delete on
  app.settings, app.companies, app.users, app.sessions, app.rate_limits, app.captchas_used, app.beneficiaries,
  app.contacts, app.beneficiary_accounts, app.client_errors, app.bulks, app.bulk_rows, app.bulk_prices, app.webhook_events, app.statements, app.messages_sent, app.rates
  to jokko_app;
grant insert, delete on app.quotes to jokko_app;
grant insert on app.bank_lines, app.bank_balances, app.float_balances to jokko_app;
grant update (proposal, outcome, operation_id, stated_in) on app.bank_lines to jokko_app;
grant usage on all sequences in schema app to jokko_app;

revoke execute on all functions in schema app, ledger from public;
grant execute on function app.now(), app.commit(jsonb), app.fire_timers(int), app.customer_of(app.users), app.finish_bulk_check(text), app.paid_before(app.bulks), ledger.verify() to jokko_app;

-- The job queue belongs to its library; the worker runs as the application's role.
grant select, insert, update, delete on all tables in schema graphile_worker to jokko_app;
grant usage on all sequences in schema graphile_worker to jokko_app;
grant execute on all functions in schema graphile_worker to jokko_app;
do $$
declare t text;
begin
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'graphile_worker' and c.relrowsecurity loop
    execute format('create policy application on graphile_worker.%I to jokko_app using (true) with check (true)', t);
  end loop;
end $$;

-- Tests move the clock; in production the constraint holds it at zero whoever asks.
grant update (shift) on app.clock to jokko_app;
