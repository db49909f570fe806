-- The class book of a school year: its entries, what belongs to them, and files made of it (T-1.04). The book itself has no row of its
-- own: its number is that of the school year.

-- One entry for each lesson that somebody has opened. It refers to the identity of the lesson (or of the substitution) and a date, and
-- keeps what was held, so that a later plan changes nothing.
create table classbook_entries (
  school_id bigint not null,
  id bigint generated always as identity,
  school_year_id bigint not null,
  lesson_uuid uuid not null,
  lesson_date date not null,
  hour text,
  time_begins_at time not null,
  time_ends_at time not null,
  minutes integer not null check (minutes between 1 and 1440),
  course_id bigint,
  subject_id bigint,
  name text not null,
  -- All pupils of the grades take part, not only those who are enrolled.
  is_open boolean not null,
  grade_ids bigint[] not null,
  -- Who holds it, and whose lesson it is by the plan.
  teacher_ids bigint[] not null,
  regular_teacher_ids bigint[] not null,
  topic text not null default '',
  -- Before that nobody has asked: who has no mark is not "present".
  roll_taken_at timestamptz,
  roll_taken_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, lesson_uuid, lesson_date),
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, subject_id) references subjects (school_id, id),
  foreign key (school_id, roll_taken_by) references users (school_id, id)
);
create index classbook_entries_list on classbook_entries (school_id, school_year_id, lesson_date desc, time_begins_at desc, id desc);
create index classbook_entries_course on classbook_entries (school_id, course_id, lesson_date desc);
create index classbook_entries_grades on classbook_entries using gin (grade_ids);
create index classbook_entries_teachers on classbook_entries using gin (teacher_ids);
create index classbook_entries_roll on classbook_entries (school_id, roll_taken_by);

-- Who is absent or late in a lesson; everybody else is there once the roll was called.
create table classbook_marks (
  school_id bigint not null,
  entry_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('absent', 'too-late')),
  minutes integer not null check (minutes between 1 and 1440),
  marked_by bigint,
  marked_at timestamptz not null,
  primary key (school_id, entry_id, user_id),
  foreign key (school_id, entry_id) references classbook_entries (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, marked_by) references users (school_id, id)
);
create index classbook_marks_user on classbook_marks (school_id, user_id);
create index classbook_marks_by on classbook_marks (school_id, marked_by);

create table classbook_homeworks (
  school_id bigint not null,
  id bigint generated always as identity,
  school_year_id bigint not null,
  entry_id bigint not null,
  text text not null,
  due_at date not null,
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, entry_id) references classbook_entries (school_id, id),
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id)
);
create index classbook_homeworks_list on classbook_homeworks (school_id, school_year_id, due_at desc, id desc);
create index classbook_homeworks_entry on classbook_homeworks (school_id, entry_id);
create index classbook_homeworks_by on classbook_homeworks (school_id, created_by);

create table classbook_notices (
  school_id bigint not null,
  id bigint generated always as identity,
  school_year_id bigint not null,
  entry_id bigint not null,
  message text not null,
  category text not null check (category in ('remark', 'praise', 'homework', 'material', 'conduct', 'talk')),
  occurred_at timestamptz not null,
  -- For pupils by name, or for whole grades: one of the two is empty.
  user_ids bigint[] not null default '{}',
  grade_ids bigint[] not null default '{}',
  created_by bigint,
  created_at timestamptz not null,
  -- The last change after it was written.
  edited_by bigint,
  edited_at timestamptz,
  deleted_by bigint,
  deleted_at timestamptz,
  updated_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, entry_id) references classbook_entries (school_id, id),
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id),
  foreign key (school_id, edited_by) references users (school_id, id),
  foreign key (school_id, deleted_by) references users (school_id, id),
  check (num_nonnulls(nullif(cardinality(user_ids), 0), nullif(cardinality(grade_ids), 0)) <= 1)
);
create index classbook_notices_list on classbook_notices (school_id, school_year_id, occurred_at desc, id desc);
create index classbook_notices_entry on classbook_notices (school_id, entry_id, occurred_at desc);
create index classbook_notices_users on classbook_notices using gin (user_ids);
create index classbook_notices_by on classbook_notices (school_id, created_by);
create index classbook_notices_edited_by on classbook_notices (school_id, edited_by);
create index classbook_notices_deleted_by on classbook_notices (school_id, deleted_by);

-- How a notice stood after each step; append only.
create table classbook_notice_steps (
  school_id bigint not null,
  id bigint generated always as identity,
  notice_id bigint not null,
  kind text not null check (kind in ('created', 'updated', 'deleted')),
  at timestamptz not null,
  by_id bigint,
  message text not null,
  category text not null check (category in ('remark', 'praise', 'homework', 'material', 'conduct', 'talk')),
  occurred_at timestamptz not null,
  users_count integer not null,
  primary key (school_id, id),
  foreign key (school_id, notice_id) references classbook_notices (school_id, id),
  foreign key (school_id, by_id) references users (school_id, id)
);
create index classbook_notice_steps_notice on classbook_notice_steps (school_id, notice_id, id desc);
create index classbook_notice_steps_by on classbook_notice_steps (school_id, by_id);

-- Class books as PDF. Their content is a file of the store under `file_uuid` once they are ready; it is removed after `expires_at`.
create table classbook_exports (
  school_id bigint not null,
  id bigint generated always as identity,
  file_uuid uuid not null default gen_random_uuid(),
  school_year_id bigint not null,
  begins_at date not null,
  ends_at date not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'READY', 'FAILED')),
  size bigint,
  created_by bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id),
  check ((state = 'READY') = (size is not null))
);
create index classbook_exports_year on classbook_exports (school_id, school_year_id, id desc);
create index classbook_exports_by on classbook_exports (school_id, created_by);
create index classbook_exports_over on classbook_exports (expires_at);
