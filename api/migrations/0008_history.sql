-- What makes a customer's history fast at any size: an index per order in which it can be read, and a kept count.
-- Where an order is also a filter, its index carries what a count needs, so that counting reads no rows.

create index operations_by_end on app.operations (customer_id, coalesce(ended_at, 'infinity'::timestamptz), id);
create index operations_by_type on app.operations (customer_id, operation_type, id) include (book, handed);
create index operations_by_country on app.operations (customer_id, coalesce(receiving_country, ''), id)
  include (book, handed, receiving_country);
create index operations_by_name on app.operations (customer_id, counterparty, id);
create index operations_by_amount on app.operations (customer_id, total, id);
create index operations_by_status on app.operations (customer_id, customer_status, started_at, id)
  include (book, handed, operation_type, total);
create index operations_by_status_and_country
  on app.operations (customer_id, customer_status, coalesce(receiving_country, ''), started_at, id)
  include (book, handed, receiving_country);

-- An exact count of millions of rows takes seconds; this one is kept as rows are written. Rows of a bulk are
-- no part of it: they are shown in their bulk.
create table app.operation_totals (
  customer_id text primary key,
  total bigint not null
);

create function app.count_operations() returns trigger language plpgsql security definer
set search_path = pg_catalog, app as $$
begin
  insert into app.operation_totals as t (customer_id, total)
    select customer_id, count(*) from added where handed = 0 group by customer_id order by customer_id
    on conflict (customer_id) do update set total = t.total + excluded.total;
  return null;
end $$;
create trigger operations_counted after insert on app.operations
  referencing new table as added for each statement execute function app.count_operations();

grant select on app.operation_totals to jokko_app;
