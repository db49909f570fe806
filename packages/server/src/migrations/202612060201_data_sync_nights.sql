-- Schools whose accounts are brought in line with their directory every night, and when next.
create table data_sync_nights (
  school_id bigint primary key references schools (id),
  is_on boolean not null,
  due_at timestamptz not null
);
create index data_sync_nights_due on data_sync_nights (due_at) where is_on;

-- How it went each time, by night or by hand.
create table data_sync_runs (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  at timestamptz not null,
  is_nightly boolean not null,
  -- many: more than a fifth would have been locked, and nobody was.
  outcome text not null check (outcome in ('done', 'many', 'failed')),
  reason text check (reason in ('directory_missing', 'auth_service_unreachable', 'directory_refuses_us', 'import_busy')),
  connected integer not null,
  gone integer not null,
  back integer not null,
  primary key (school_id, id),
  check ((outcome = 'failed') = (reason is not null))
);
create index data_sync_runs_at on data_sync_runs (at);
