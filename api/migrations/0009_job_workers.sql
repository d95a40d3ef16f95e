-- Which workers are alive: each process holds an advisory lock for as long as its connection lives, so that the
-- jobs of one that was killed can be given back at once instead of after hours.

create table app.job_workers (
  worker_id text primary key,
  alive_lock bigint not null
);
grant select, insert, delete on app.job_workers to jokko_app;

-- What is asked for again and again, and when it last was, on our clock: once, however many workers there are.
create table app.routines (
  task text primary key,
  every interval not null,
  asked_at timestamptz not null
);
grant select, insert, update on app.routines to jokko_app;
