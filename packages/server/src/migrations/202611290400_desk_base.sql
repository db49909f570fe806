-- The substitution desk: who and what is not there, what is decided about the lessons of a day, and by which rule people are ranked
-- (D-8.10, D-8.11). What is decided is seen by the desk alone until it is published: then it lies in `substitutions`.

create table desk_absences (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  teacher_id bigint,
  bookable_id bigint,
  begins_at date not null,
  ends_at date not null,
  -- On the first day from then on, on the last one until then; null: the whole day.
  time_begins_at time,
  time_ends_at time,
  created_by bigint,
  created_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, teacher_id) references teachers (school_id, id),
  foreign key (school_id, bookable_id) references bookables (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id),
  check (num_nonnulls(teacher_id, bookable_id) = 1),
  check (begins_at <= ends_at)
);
create index desk_absences_days on desk_absences (school_id, ends_at, begins_at);
create index desk_absences_teacher on desk_absences (school_id, teacher_id) where teacher_id is not null;
create index desk_absences_bookable on desk_absences (school_id, bookable_id) where bookable_id is not null;
create index desk_absences_created_by on desk_absences (school_id, created_by) where created_by is not null;

create table desk_decisions (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  school_year_id bigint not null,
  date date not null,
  -- The lesson of that day; null: an additional lesson, an event or a note of its own.
  lesson_id bigint,
  -- Counts the changes: two people at the desk do not overwrite each other.
  version int not null default 1,
  -- NONE: as planned again; CHANGED: another teacher or room; MOVED: both ends of a move.
  kind text not null check (kind in ('NONE', 'CHANGED', 'CANCLED', 'MOVED', 'ADDITIONAL', 'EVENT', 'MESSAGE')),
  hour text,
  time_begins_at time not null,
  time_ends_at time not null,
  subject_id bigint,
  grade_ids bigint[] not null default '{}',
  teacher_ids bigint[] not null default '{}',
  bookable_ids bigint[] not null default '{}',
  comment text,
  target_date date,
  target_hour text,
  target_time_begins_at time,
  target_time_ends_at time,
  -- Not published as it is now.
  is_draft boolean not null default true,
  -- What is in force of it, and what an import had brought and is in force no more because of it.
  substitution_ids bigint[] not null default '{}',
  ended_ids bigint[] not null default '{}',
  changed_by bigint,
  changed_at timestamptz not null,
  published_at timestamptz,
  primary key (school_id, id),
  unique (school_id, date, lesson_id),
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  foreign key (school_id, lesson_id) references lesson_identities (school_id, id),
  foreign key (school_id, subject_id) references subjects (school_id, id),
  foreign key (school_id, changed_by) references users (school_id, id),
  check ((kind = 'MOVED') = (target_date is not null))
);
create index desk_decisions_target on desk_decisions (school_id, target_date) where target_date is not null;
create index desk_decisions_lesson on desk_decisions (school_id, lesson_id) where lesson_id is not null;
create index desk_decisions_year on desk_decisions (school_id, school_year_id, date);
create index desk_decisions_subject on desk_decisions (school_id, subject_id) where subject_id is not null;
create index desk_decisions_changed_by on desk_decisions (school_id, changed_by) where changed_by is not null;

-- How a school ranks people; without a row as the product does.
create table desk_settings (
  school_id bigint not null references schools (id),
  weights jsonb not null,
  compared text not null check (compared in ('week', 'fortnight', 'month', 'year')),
  daily_maximum smallint check (daily_maximum between 1 and 20),
  weekly_maximum smallint check (weekly_maximum between 1 and 60),
  only_present boolean not null,
  -- Subjects whose lessons are standby.
  standby_subject_ids bigint[] not null default '{}',
  updated_at timestamptz not null,
  primary key (school_id)
);
