-- An import that nobody looks at first: read at night from the directory of the school.
alter table user_imports add column is_unattended boolean not null default false;

-- People read at night, at the same time as accounts are brought in line.
alter table data_sync_nights add column reads_people boolean not null default false;
drop index data_sync_nights_due;
create index data_sync_nights_due on data_sync_nights (due_at) where is_on or reads_people;

-- How each reading went. waits: an import that somebody has to look at first.
create table data_sync_readings (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  at timestamptz not null,
  outcome text not null check (outcome in ('done', 'waits', 'failed')),
  reason text,
  import_id bigint,
  added integer not null,
  changed integer not null,
  missing integer not null,
  questions integer not null,
  primary key (school_id, id),
  foreign key (school_id, import_id) references user_imports (school_id, id),
  check ((outcome = 'done') = (reason is null))
);
create index data_sync_readings_at on data_sync_readings (at);
create index data_sync_readings_import on data_sync_readings (school_id, import_id) where import_id is not null;
