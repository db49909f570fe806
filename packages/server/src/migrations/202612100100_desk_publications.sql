-- The drafts of a day that are published at a time (D-8.10): who looked at them has set it, and it is done as that person.
create table desk_publications (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  date date not null,
  -- Counts how often it was set.
  version int not null default 1,
  publish_at timestamptz not null,
  -- Null: an erased account; then nothing is published.
  set_by bigint,
  set_at timestamptz not null,
  -- Null: its time has not come.
  done_at timestamptz,
  published int not null default 0,
  -- Whoever set it was not allowed to publish any more.
  is_refused boolean not null default false,
  primary key (school_id, id),
  unique (school_id, date),
  foreign key (school_id, set_by) references users (school_id, id)
);
create index desk_publications_set_by on desk_publications (school_id, set_by) where set_by is not null;
create index desk_publications_time on desk_publications (publish_at);

-- The version of a decision that is published at that time: what was changed since is another one, and no part of it.
alter table desk_decisions
  add column due_version int,
  -- Why it was not published when its time came.
  add column left_out text check (left_out in ('CHANGED', 'GONE', 'MISSING', 'PARTNER'));
