-- Which workers are alive: each process holds an advisory lock for as long as its connection lives, so that the
-- jobs of one that was killed can be given back at once instead of after hours.

create table app.job_workers (
  worker_id text primary key,
  alive_lock bigint not null
);
grant select, insert, delete on app.job_workers to jokko_app;
