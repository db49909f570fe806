-- Versions of the plan that planners work on (T-3.39, T-4.06, T-4.07). Nobody else sees them: what is in force lies in `plan_versions`.
create table planner_versions (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  school_year_id bigint not null,
  number int not null,
  note text not null default '',
  -- Counts pushes and pops; what is published is known up to `published_revision`.
  revision bigint not null default 0,
  -- The plan in force (`plan_versions`) that it was made from, or that it became; null: made without one.
  plan_version_id bigint,
  published_revision bigint,
  published_at timestamptz,
  published_from date,
  published_by bigint,
  created_by bigint,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (school_id, id),
  unique (uuid),
  unique (school_id, school_year_id, number),
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  foreign key (school_id, published_by) references users (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id)
);
create index planner_versions_published_by on planner_versions (school_id, published_by) where published_by is not null;
create index planner_versions_created_by on planner_versions (school_id, created_by) where created_by is not null;

-- Thousands of rows are written at once when a version is copied, so that the rows have no reference to check each.
create table planner_lessons (
  school_id bigint not null,
  planner_version_id bigint not null,
  lesson_id bigint not null,
  -- Counts the changes of this lesson in this version.
  version int not null default 1,
  source text not null,
  external_lesson text not null,
  course_id bigint,
  subject_id bigint,
  -- Null with `dates`, and for a lesson without a time.
  weekday smallint check (weekday between 1 and 7),
  hour text,
  time_begins_at time,
  time_ends_at time,
  -- In periods.
  length smallint not null default 1,
  begins_at date not null,
  ends_at date not null,
  pattern_name text,
  -- Mondays; null: every week.
  weeks date[],
  dates date[],
  comment text,
  grade_ids bigint[] not null default '{}',
  teacher_ids bigint[] not null default '{}',
  bookable_ids bigint[] not null default '{}',
  primary key (school_id, planner_version_id, lesson_id)
);

-- One row for each lesson of a push: pushes of a version are told apart by its revision.
create table planner_edits (
  school_id bigint not null,
  planner_version_id bigint not null,
  revision bigint not null,
  lesson_id bigint not null,
  user_id bigint,
  made_at timestamptz not null,
  popped_at timestamptz,
  from_weekday smallint,
  from_hour text,
  from_time_begins_at time,
  from_time_ends_at time,
  to_weekday smallint,
  to_hour text,
  to_time_begins_at time,
  to_time_ends_at time,
  primary key (school_id, planner_version_id, revision, lesson_id),
  foreign key (school_id, planner_version_id) references planner_versions (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
);
create index planner_edits_lesson on planner_edits (school_id, planner_version_id, lesson_id, revision);
create index planner_edits_user on planner_edits (school_id, user_id) where user_id is not null;
