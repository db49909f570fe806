-- What was told about already: a job that runs twice tells once.
create table notification_runs (
  school_id bigint not null references schools (id),
  key text not null,
  at timestamptz not null default now(),
  primary key (school_id, key)
);
create index notification_runs_age on notification_runs (at);
