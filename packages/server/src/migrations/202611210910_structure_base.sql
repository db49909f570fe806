-- School years, period grid, grades, teachers, rooms, subjects, courses, enrolments (T-3.03 to T-3.25).
-- Identity rows: id and uuid stay the same across versions and re-imports; what is gone is ended, not deleted.

create table school_years (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  name text not null check (name ~ '^\d{4} / \d{4}$'),
  begins_at date not null,
  ends_at date not null,
  calendar_view text not null default 'week',
  days_to_show smallint not null default 5 check (days_to_show between 1 and 7),
  -- First Monday of week A.
  anchor date,
  -- The version in force; publishing moves this pointer.
  published_version_id bigint,
  -- Counts every publication, substitution change and undo: part of every ETag.
  revision bigint not null default 0,
  last_updated_at timestamptz,
  primary key (school_id, id),
  unique (school_id, name),
  check (begins_at < ends_at)
);
alter table schools add foreign key (id, active_school_year_id) references school_years (school_id, id);

create table times (
  school_id bigint not null,
  id bigint generated always as identity,
  school_year_id bigint not null,
  weekday smallint check (weekday between 1 and 7),
  hour text not null,
  begins_at time not null,
  ends_at time not null,
  type text not null default 'LESSON' check (type in ('LESSON', 'BREAK')),
  is_hidden boolean not null default false,
  source text not null,
  primary key (school_id, id),
  foreign key (school_id, school_year_id) references school_years (school_id, id)
);
create index times_year on times (school_id, school_year_id);

create table holidays (
  school_id bigint not null,
  id bigint generated always as identity,
  school_year_id bigint not null,
  name text not null,
  shortcut text,
  begins_at date not null,
  ends_at date not null,
  is_public boolean not null default false,
  source text not null,
  primary key (school_id, id),
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  check (begins_at <= ends_at)
);
create index holidays_year on holidays (school_id, school_year_id, begins_at);

create table grades (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  shortcut text not null,
  name text,
  channel_id bigint,
  range text,
  "order" integer,
  category text,
  source text not null,
  ended_at timestamptz,
  primary key (school_id, id),
  unique (uuid)
);
create index grades_shortcut on grades (school_id, shortcut);

create table subjects (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  shortcut text not null,
  name text,
  color text not null default 'blue',
  source text not null,
  ended_at timestamptz,
  primary key (school_id, id),
  unique (uuid)
);
create index subjects_shortcut on subjects (school_id, shortcut);

create table bookables (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  shortcut text not null,
  name text,
  description text,
  is_confirmable boolean not null default false,
  is_custom boolean not null default false,
  is_public boolean not null default true,
  source text not null,
  ended_at timestamptz,
  primary key (school_id, id),
  unique (uuid)
);
create index bookables_shortcut on bookables (school_id, shortcut);

create table teachers (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  user_id bigint,
  shortcut text not null,
  firstname text,
  lastname text,
  title text,
  email text,
  color text,
  pseudonym text,
  no_substitution boolean not null default false,
  no_supervision boolean not null default false,
  main_bookable_id bigint,
  grade_id bigint,
  co_grade_id bigint,
  source text not null,
  ended_at timestamptz,
  primary key (school_id, id),
  unique (uuid),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, main_bookable_id) references bookables (school_id, id),
  foreign key (school_id, grade_id) references grades (school_id, id),
  foreign key (school_id, co_grade_id) references grades (school_id, id)
);
create index teachers_shortcut on teachers (school_id, shortcut);
create unique index teachers_user on teachers (school_id, user_id) where user_id is not null;

create table courses (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  subject_id bigint,
  season_id bigint,
  shortcut text not null,
  name text,
  type text,
  is_temp boolean not null default false,
  is_custom boolean not null default false,
  -- The whole grade takes part; nobody has to be enrolled.
  is_required boolean not null default false,
  color text,
  grade_ids bigint[] not null default '{}',
  teacher_ids bigint[] not null default '{}',
  source text not null,
  ended_at timestamptz,
  primary key (school_id, id),
  unique (uuid),
  foreign key (school_id, subject_id) references subjects (school_id, id),
  foreign key (school_id, season_id) references school_years (school_id, id)
);
create index courses_shortcut on courses (school_id, shortcut);

-- Which record of ours a record of a source is. `lesson` rows point to lesson_identities.
create table external_keys (
  school_id bigint not null references schools (id),
  entity text not null check (entity in ('grade', 'teacher', 'bookable', 'subject', 'course', 'lesson')),
  source text not null,
  -- Lessons and courses belong to one school year; 0 for what outlives it.
  school_year_id bigint not null default 0,
  external_key text not null,
  entity_id bigint not null,
  primary key (school_id, entity, source, school_year_id, external_key)
);
create index external_keys_entity on external_keys (school_id, entity, entity_id);

create table grade_memberships (
  school_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  grade_id bigint not null,
  begins_at date not null,
  ends_at date,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, grade_id) references grades (school_id, id)
);
create index grade_memberships_user on grade_memberships (school_id, user_id, begins_at);
create index grade_memberships_grade on grade_memberships (school_id, grade_id, begins_at);

create table enrolments (
  school_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  course_id bigint not null,
  state text not null default 'SELECTED' check (state in ('SELECTED', 'DESELECTED')),
  created_at timestamptz not null default now(),
  joined_at date not null,
  left_at date,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index enrolments_user on enrolments (school_id, user_id, joined_at);
create index enrolments_course on enrolments (school_id, course_id);
