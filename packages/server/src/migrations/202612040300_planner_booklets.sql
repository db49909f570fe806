-- The plans of all classes, teachers or rooms in one PDF for the notice board of a school: what was asked for, how far it is, and
-- the file, until it expires.
create table planner_booklets (
  school_id bigint not null,
  id bigint generated always as identity,
  file_uuid uuid not null default gen_random_uuid(),
  -- A Monday.
  week date not null,
  kinds text[] not null check (cardinality(kinds) between 1 and 3 and kinds <@ array['grades', 'teachers', 'bookables']),
  has_changes boolean not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'READY', 'FAILED')),
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  size bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id) references schools (id),
  check ((state = 'READY') = (size is not null))
);
create index planner_booklets_over on planner_booklets (expires_at);
-- One at a time.
create unique index planner_booklets_running on planner_booklets (school_id) where state = 'WAITING';
