-- Plan versions, lessons, substitutions (T-3.07, T-3.08, T-3.11, T-3.24) and uploads.

-- Named lists of weeks, as the Mondays on which they begin; immutable, shared by versions.
create table patterns (
  school_id bigint not null,
  id bigint generated always as identity,
  school_year_id bigint not null,
  name text not null,
  weeks date[] not null,
  primary key (school_id, id),
  unique (school_id, school_year_id, name, weeks),
  foreign key (school_id, school_year_id) references school_years (school_id, id)
);

create table plan_versions (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  school_year_id bigint not null,
  base_version_id bigint,
  upload_id bigint,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, school_year_id) references school_years (school_id, id)
);
create index plan_versions_year on plan_versions (school_id, school_year_id, id);

create table lesson_identities (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() unique,
  primary key (school_id, id)
);

-- One row per weekly slot (or list of dates) and version. Sets of ids are arrays: a version is written and read as a whole.
create table lessons (
  school_id bigint not null,
  version_id bigint not null,
  lesson_id bigint not null,
  source text not null,
  -- The lesson of the source that this slot belongs to.
  external_lesson text not null,
  course_id bigint,
  subject_id bigint,
  -- Null with `dates`, and for a lesson without a slot.
  weekday smallint check (weekday between 1 and 7),
  hour text,
  time_begins_at time,
  time_ends_at time,
  begins_at date not null,
  ends_at date not null,
  -- Null = every week.
  pattern_id bigint,
  dates date[],
  kind text check (kind in ('CANCLED', 'MOVED_TO', 'MOVED_FROM', 'ADDITIONAL', 'EVENT', 'MESSAGE')),
  comment text,
  grade_ids bigint[] not null default '{}',
  teacher_ids bigint[] not null default '{}',
  bookable_ids bigint[] not null default '{}',
  primary key (school_id, version_id, lesson_id),
  foreign key (school_id, version_id) references plan_versions (school_id, id) on delete cascade
);

create table substitutions (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  school_year_id bigint not null,
  source text not null,
  external_key text not null,
  -- Null: a changed teacher, room or subject.
  kind text check (kind in ('CANCLED', 'MOVED_TO', 'MOVED_FROM', 'ADDITIONAL', 'EVENT', 'MESSAGE')),
  is_hidden boolean not null default false,
  date date not null,
  hour text,
  time_begins_at time not null,
  time_ends_at time not null,
  from_subject_id bigint,
  from_grade_ids bigint[] not null default '{}',
  from_teacher_ids bigint[] not null default '{}',
  from_bookable_ids bigint[] not null default '{}',
  subject_id bigint,
  course_id bigint,
  grade_ids bigint[] not null default '{}',
  teacher_ids bigint[] not null default '{}',
  bookable_ids bigint[] not null default '{}',
  comment text,
  moved_comment text,
  target_date date,
  target_hour text,
  target_time_begins_at time,
  target_time_ends_at time,
  -- The upload that brought it, and the one that took it away; current rows have no ended_at.
  upload_id bigint,
  ended_upload_id bigint,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (school_id, id),
  unique (uuid),
  foreign key (school_id, school_year_id) references school_years (school_id, id)
);
create index substitutions_current on substitutions (school_id, school_year_id, date) where ended_at is null;
create index substitutions_upload on substitutions (school_id, upload_id);
create index substitutions_ended on substitutions (school_id, ended_upload_id) where ended_upload_id is not null;

-- Which lesson on which date a substitution replaces; target_id is the substitution (T-3.24).
create table substituted_lessons (
  school_id bigint not null,
  id bigint generated always as identity,
  lesson_id bigint not null,
  lesson_date date not null,
  target_id bigint not null,
  primary key (school_id, id),
  foreign key (school_id, target_id) references substitutions (school_id, id) on delete cascade,
  foreign key (school_id, lesson_id) references lesson_identities (school_id, id)
);
create index substituted_lessons_target on substituted_lessons (school_id, target_id);
create index substituted_lessons_lesson on substituted_lessons (school_id, lesson_id, lesson_date);

create table supervisions (
  school_id bigint not null,
  id bigint generated always as identity,
  school_year_id bigint not null,
  area text not null,
  teacher_id bigint,
  weekday smallint not null check (weekday between 1 and 7),
  before_hour text not null,
  minutes integer,
  pattern_id bigint,
  source text not null,
  primary key (school_id, id),
  foreign key (school_id, school_year_id) references school_years (school_id, id)
);
create index supervisions_year on supervisions (school_id, school_year_id);

create table timetable_uploads (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() unique,
  state text not null default 'QUEUED'
    check (state in ('QUEUED', 'PROCESSING', 'READY', 'PUBLISHED', 'UNDONE', 'DISCARDED', 'FAILED')),
  progress smallint not null default 0,
  source text,
  format text,
  options jsonb not null default '{}',
  -- [{ name, size, file_uuid }]
  files jsonb not null default '[]',
  school_year_id bigint,
  counts jsonb,
  changes jsonb,
  -- [{ code, params }]
  warnings jsonb not null default '[]',
  rejected jsonb not null default '[]',
  rejected_count integer not null default 0,
  error jsonb,
  -- The neutral records, gzipped JSON, from READY until it is published, discarded or a week old.
  parsed bytea,
  -- What publishing changed, for undo.
  previous_version_id bigint,
  version_id bigint,
  published_revision bigint,
  created_by bigint,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  undone_at timestamptz,
  primary key (school_id, id)
);
create index timetable_uploads_newest on timetable_uploads (school_id, id desc);

-- Before-images of master data that a publication changed: undo puts them back.
create table upload_changes (
  school_id bigint not null,
  id bigint generated always as identity,
  upload_id bigint not null,
  entity text not null,
  entity_id bigint,
  before jsonb,
  after jsonb,
  primary key (school_id, id),
  foreign key (school_id, upload_id) references timetable_uploads (school_id, id) on delete cascade
);
create index upload_changes_upload on upload_changes (school_id, upload_id);
