-- Absences (T-3.51): intervals in which somebody is not there, whoever says so. The marks of the class book are observations; how they
-- count is worked out from these intervals whenever it is asked for, and copied nowhere.

-- The types of a school. The standard ones have the word of the product as their id and a name in the reader's language until the school
-- gives them one of its own.
create table absence_types (
  school_id bigint not null references schools (id),
  id text not null default gen_random_uuid()::text,
  category text not null check (category in ('sick', 'leave', 'school', 'other')),
  state text not null check (state in ('EXCUSED', 'UNEXCUSED', 'PENDING')),
  name text check (name <> ''),
  description text not null default '',
  audience text[] not null check (audience <@ array['pupils', 'parents', 'staff'] and cardinality(audience) > 0),
  is_counting boolean not null,
  archived_at timestamptz,
  -- In which order the school got them.
  place integer not null generated always as identity,
  primary key (school_id, id),
  check (name is not null or id in ('missing', 'sick', 'reported', 'doctor', 'unexcused', 'asked', 'leave', 'event', 'announced', 'other')),
  -- What the roll writes by itself excuses nobody and is always there.
  check (id <> 'missing' or (archived_at is null and state = 'UNEXCUSED' and audience = array['staff']))
);

-- Every school starts with them, however it is made.
create function kreide_absence_types(school bigint) returns void language sql as $$
  insert into absence_types (school_id, id, category, state, audience, is_counting)
  select school, id, category, state, audience, is_counting from (values
    ('missing', 'sick', 'UNEXCUSED', array['staff'], true),
    ('sick', 'sick', 'EXCUSED', array['parents', 'staff'], true),
    ('reported', 'sick', 'PENDING', array['pupils', 'parents', 'staff'], true),
    ('doctor', 'sick', 'EXCUSED', array['parents', 'staff'], true),
    ('unexcused', 'sick', 'UNEXCUSED', array['staff'], true),
    ('asked', 'leave', 'PENDING', array['pupils', 'parents', 'staff'], true),
    ('leave', 'leave', 'EXCUSED', array['staff'], true),
    ('event', 'school', 'EXCUSED', array['staff'], false),
    ('announced', 'other', 'PENDING', array['pupils', 'parents', 'staff'], true),
    ('other', 'other', 'EXCUSED', array['staff'], true)
  ) as standard (id, category, state, audience, is_counting)
$$;
select kreide_absence_types(id) from schools order by id;

create function kreide_absence_types_of_new() returns trigger language plpgsql as $$
begin
  perform kreide_absence_types(new.id);
  return null;
end
$$;
create trigger schools_absence_types after insert on schools for each row execute function kreide_absence_types_of_new();

-- How a school takes in absences; without a row as the product has it.
create table absence_settings (
  school_id bigint not null references schools (id),
  -- Until the parents of a missing pupil are told.
  grace_minutes integer not null check (grace_minutes between 0 and 15),
  -- From then on a new sick note is about tomorrow.
  next_day_from time not null,
  pupils_report boolean not null,
  primary key (school_id)
);

-- One row for one pupil, or one for a whole grade or course, which counts for who is in it on the day.
create table absences (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  school_year_id bigint not null,
  user_id bigint,
  grade_id bigint,
  course_id bigint,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  type_id text not null,
  -- What the school notes for itself, and what the family wrote.
  comment text,
  excuse_note text,
  source text not null check (source in ('parent', 'pupil', 'school', 'roll')),
  read_at timestamptz,
  read_by bigint,
  last_contacted_at timestamptz,
  created_by bigint,
  created_at timestamptz not null,
  edited_by bigint,
  edited_at timestamptz,
  deleted_by bigint,
  deleted_at timestamptz,
  updated_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, uuid),
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, grade_id) references grades (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, type_id) references absence_types (school_id, id),
  foreign key (school_id, read_by) references users (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id),
  foreign key (school_id, edited_by) references users (school_id, id),
  foreign key (school_id, deleted_by) references users (school_id, id),
  check (num_nonnulls(user_id, grade_id, course_id) = 1),
  check (begins_at < ends_at)
);
create index absences_list on absences (school_id, school_year_id, begins_at desc, id desc);
create index absences_user on absences (school_id, user_id, begins_at desc);
create index absences_groups on absences (school_id, begins_at) where user_id is null and deleted_at is null;
create index absences_missing on absences (school_id, school_year_id, begins_at) where type_id = 'missing' and deleted_at is null;
create index absences_unread on absences (school_id, school_year_id, begins_at) where read_at is null and deleted_at is null;
create index absences_grade on absences (school_id, grade_id, begins_at);
create index absences_course on absences (school_id, course_id, begins_at);
create index absences_type on absences (school_id, type_id);
create index absences_read_by on absences (school_id, read_by);
create index absences_created_by on absences (school_id, created_by);
create index absences_edited_by on absences (school_id, edited_by);
create index absences_deleted_by on absences (school_id, deleted_by);
-- The same person, range and type twice is once too often, whoever is first (T-5.14).
create unique index absences_once on absences
  (school_id, type_id, begins_at, ends_at, user_id, grade_id, course_id) nulls not distinct where deleted_at is null;

-- How an absence stood after each step; append only.
create table absence_steps (
  school_id bigint not null,
  id bigint generated always as identity,
  absence_id bigint not null,
  kind text not null check (kind in ('created', 'updated', 'deleted', 'contacted')),
  at timestamptz not null,
  by_id bigint,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  type_id text not null,
  comment text,
  excuse_note text,
  primary key (school_id, id),
  foreign key (school_id, absence_id) references absences (school_id, id),
  foreign key (school_id, by_id) references users (school_id, id),
  foreign key (school_id, type_id) references absence_types (school_id, id)
);
create index absence_steps_absence on absence_steps (school_id, absence_id, id desc);
create index absence_steps_by on absence_steps (school_id, by_id);
create index absence_steps_type on absence_steps (school_id, type_id);

alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check
  check (kind in ('lesson', 'account', 'test', 'admin', 'news', 'event', 'absence'));
