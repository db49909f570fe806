-- Changes of the school year. What an administrator said about grades waits in the draft; a change keeps everybody whom it moved as they
-- were before and after, so that it can be taken back as a whole.
create table year_change_drafts (
  school_id bigint not null references schools (id),
  -- The year that the change leads out of: what was said counts for it alone.
  from_year_id bigint not null,
  targets jsonb not null default '[]',
  grace_days integer not null check (grace_days between 0 and 365),
  primary key (school_id),
  foreign key (school_id, from_year_id) references school_years (school_id, id)
);

-- Pupils who stay in their grade though it goes on.
create table year_change_repeaters (
  school_id bigint not null,
  user_id bigint not null,
  from_year_id bigint not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, from_year_id) references school_years (school_id, id)
);

create table year_changes (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  state text not null default 'APPLIED' check (state in ('APPLIED', 'REVERTED')),
  from_year_id bigint not null,
  to_year_id bigint not null,
  moves_on date not null,
  -- The day on which those who leave are archived.
  archived_on date not null,
  counts jsonb not null,
  -- Grades that were added for it, by id and short name.
  new_grades jsonb not null default '[]',
  created_by bigint,
  created_at timestamptz not null,
  reverted_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, from_year_id) references school_years (school_id, id),
  foreign key (school_id, to_year_id) references school_years (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id)
);
create index year_changes_creator on year_changes (school_id, created_by);
create index year_changes_due on year_changes (archived_on) where state = 'APPLIED';

create table year_change_people (
  school_id bigint not null,
  change_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('moved', 'leaves')),
  -- Those who left go into the archive with the end of their time.
  is_archived boolean not null default false,
  before jsonb not null,
  after jsonb not null,
  primary key (school_id, change_id, user_id),
  foreign key (school_id, change_id) references year_changes (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index year_change_people_user on year_change_people (school_id, user_id);
create index year_change_people_waiting on year_change_people (school_id, change_id) where kind = 'leaves' and not is_archived;
