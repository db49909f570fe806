-- Exams of courses and classes (D-6.01), and how many of them a class or a pupil may have.

create table exams (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() unique,
  school_year_id bigint not null,
  -- Of a course, or of a class in a subject.
  course_id bigint,
  grade_id bigint,
  subject_id bigint,
  date date not null,
  time_begins_at time not null,
  time_ends_at time not null,
  bookable_id bigint,
  kind text not null check (kind in ('test', 'exam', 'oral', 'other')),
  topic text not null,
  note text not null,
  is_public boolean not null,
  is_cancelled boolean not null default false,
  -- Why it may be one more than the limits allow.
  over_reason text check (over_reason <> ''),
  created_by bigint,
  changed_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, grade_id) references grades (school_id, id),
  foreign key (school_id, subject_id) references subjects (school_id, id),
  foreign key (school_id, bookable_id) references bookables (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id),
  foreign key (school_id, changed_by) references users (school_id, id),
  check (time_begins_at < time_ends_at),
  check (num_nonnulls(course_id, grade_id) = 1 and num_nonnulls(grade_id, subject_id) <> 1)
);
create index exams_time on exams (school_id, date, time_begins_at, id);
create index exams_year on exams (school_id, school_year_id);
create index exams_course on exams (school_id, course_id) where course_id is not null;
create index exams_grade on exams (school_id, grade_id) where grade_id is not null;
create index exams_subject on exams (school_id, subject_id) where subject_id is not null;
create index exams_bookable on exams (school_id, bookable_id, date) where bookable_id is not null;
create index exams_created_by on exams (school_id, created_by) where created_by is not null;
create index exams_changed_by on exams (school_id, changed_by) where changed_by is not null;

-- Whoever enters an exam locks this row, so that two who enter one at once do not both come in under a limit.
create table exam_settings (
  school_id bigint primary key references schools (id),
  -- 0 is no limit.
  per_day smallint not null check (per_day between 0 and 20),
  per_week smallint not null check (per_week between 0 and 20),
  -- None: nobody has set them.
  updated_at timestamptz
);

alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check check (kind in
  ('lesson', 'account', 'test', 'admin', 'news', 'event', 'absence', 'returned', 'mention', 'choice', 'upload', 'exam'));
