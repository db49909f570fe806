-- A change of many people at once, and each of them: what they were before, or why they were left out.
create table people_changes (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('lock', 'unlock', 'logout', 'grade', 'add_role', 'take_role', 'remove')),
  grade_id bigint,
  role_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'undoing', 'undone', 'failed')),
  created_by bigint,
  created_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create index people_changes_by_time on people_changes (created_at);
create index people_changes_by_person on people_changes (school_id, created_by);

create table people_change_entries (
  school_id bigint not null,
  change_id bigint not null,
  user_id bigint not null,
  state text not null check (state in ('waiting', 'done', 'skipped', 'undone')),
  reason text check (reason in ('administrator', 'forbidden', 'pupils', 'same', 'changed', 'taken')),
  before jsonb,
  primary key (school_id, change_id, user_id),
  foreign key (school_id, change_id) references people_changes (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index people_change_entries_by_person on people_change_entries (school_id, user_id);
