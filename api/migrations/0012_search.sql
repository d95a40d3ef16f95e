-- What a search for words reads: one narrow row per operation and customer who sees it, written once with the operation.
-- The operation itself is written anew at each of its moves, and an index of its words would be with it.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- As the history shows them: a sender sees a bulk, whose rows are shown in it, and nobody sees a transfer to themselves
-- twice. Whether a receiver sees it yet is a question of its state, which changes.
create table app.operation_words (
  viewer_id text not null,
  receives boolean not null,
  book text not null,
  operation_id text not null,
  words text not null
);

create function app.keep_words() returns trigger language plpgsql security definer
set search_path = pg_catalog, app as $$
begin
  insert into app.operation_words (viewer_id, receives, book, operation_id, words)
    select customer_id, false, book, id, search from added where handed = 0
    union all
    select receiver_customer_id, true, book, id, search from added where receiver_customer_id <> customer_id;
  return null;
end $$;
create trigger operations_worded after insert on app.operations
  referencing new table as added for each statement execute function app.keep_words();

insert into app.operation_words (viewer_id, receives, book, operation_id, words)
  select customer_id, false, book, id, search from app.operations where handed = 0
  union all
  select receiver_customer_id, true, book, id, search from app.operations where receiver_customer_id <> customer_id;

-- New rows wait in a list, which every search reads too. A worker puts them in their places: whoever writes one never does,
-- unless no worker has come for 64 MB of them.
create index operation_words_sent on app.operation_words using gin (viewer_id, words public.gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 65536) where not receives;
create index operation_words_received on app.operation_words using gin (viewer_id, words public.gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 65536) where receives;

create function app.sort_words() returns record language sql security definer
set search_path = pg_catalog, app, pg_temp as $$
  select gin_clean_pending_list('app.operation_words_sent'), gin_clean_pending_list('app.operation_words_received')
$$;

-- Operations that a customer sent or received whose words contain each of these patterns. The fence: how many rows fit
-- is unknown before they are found, so the planner would rather read all of the customer's.
create function app.find_words(viewer text, receiving boolean, of_book text, patterns text[], most int) returns setof text
language plpgsql stable set search_path = pg_catalog, app, pg_temp
set enable_seqscan = off set enable_indexscan = off as $$
begin
  return query execute (
    select 'select operation_id from app.operation_words where viewer_id = $1 and book = $2 and '
      || case when receiving then 'receives' else 'not receives' end
      || string_agg(format(' and words like %L', pattern), '') || ' limit $3'
    from unnest(patterns) pattern) using viewer, of_book, most;
end $$;

grant select on app.operation_words to jokko_app;
revoke execute on function app.keep_words(), app.sort_words(), app.find_words(text, boolean, text, text[], int) from public;
grant execute on function app.sort_words(), app.find_words(text, boolean, text, text[], int) to jokko_app;
