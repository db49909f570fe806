-- Parents' evenings: who is there when, and who has which appointment. Times are those of the school's clock, so that an evening can be
-- moved to another day.

create table parents_evenings (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  name text not null,
  note text not null,
  date date not null,
  begins_at time not null,
  ends_at time not null,
  slot_minutes smallint not null check (slot_minutes between 5 and 60),
  -- Minutes between two appointments at different places.
  walking_minutes smallint not null check (walking_minutes between 0 and 30),
  -- Appointments that parents book, of a family or of each child.
  maximum smallint not null check (maximum between 1 and 30),
  maximum_of text not null check (maximum_of in ('family', 'child')),
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  state text not null default 'draft' check (state in ('draft', 'published', 'cancelled')),
  created_by bigint,
  updated_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, uuid),
  foreign key (school_id, created_by) references users (school_id, id),
  check (begins_at < ends_at),
  check (opens_at < closes_at)
);
create index parents_evenings_date on parents_evenings (school_id, date desc, id desc);
create index parents_evenings_past on parents_evenings (date);
create index parents_evenings_created_by on parents_evenings (school_id, created_by) where created_by is not null;

create table parents_evening_teachers (
  school_id bigint not null,
  evening_id bigint not null,
  teacher_id bigint not null,
  room text not null default '',
  -- Null: as long as the evening.
  begins_at time,
  ends_at time,
  is_absent boolean not null default false,
  is_online boolean not null default false,
  updated_at timestamptz not null,
  primary key (school_id, evening_id, teacher_id),
  foreign key (school_id, evening_id) references parents_evenings (school_id, id) on delete cascade,
  foreign key (school_id, teacher_id) references teachers (school_id, id)
);
create index parents_evening_teachers_teacher on parents_evening_teachers (school_id, teacher_id);

create table parents_evening_breaks (
  school_id bigint not null,
  evening_id bigint not null,
  teacher_id bigint not null,
  begins_at time not null,
  ends_at time not null,
  primary key (school_id, evening_id, teacher_id, begins_at),
  foreign key (school_id, evening_id, teacher_id) references parents_evening_teachers (school_id, evening_id, teacher_id)
    on delete cascade,
  check (begins_at < ends_at)
);

create table parents_evening_bookings (
  school_id bigint not null,
  id bigint generated always as identity,
  -- What people's calendars know it by, wherever it is moved.
  uuid uuid not null default gen_random_uuid(),
  evening_id bigint not null,
  teacher_id bigint not null,
  child_id bigint not null,
  starts_at time not null,
  -- Who booked; null: the family has not answered an invitation, or the account is gone.
  parent_id bigint,
  is_invited boolean not null,
  state text not null check (state in ('held', 'booked', 'cancelled')),
  updated_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, uuid),
  foreign key (school_id, evening_id, teacher_id) references parents_evening_teachers (school_id, evening_id, teacher_id)
    on delete cascade,
  foreign key (school_id, child_id) references users (school_id, id),
  foreign key (school_id, parent_id) references users (school_id, id)
);
create index parents_evening_bookings_teacher on parents_evening_bookings (school_id, evening_id, teacher_id);
create index parents_evening_bookings_child on parents_evening_bookings (school_id, child_id, evening_id);
create index parents_evening_bookings_parent on parents_evening_bookings (school_id, parent_id) where parent_id is not null;
-- Nothing is booked twice: the appointment of a teacher, the time of a child and of a parent, the meeting of a teacher about a child.
create unique index parents_evening_bookings_slot on parents_evening_bookings (school_id, evening_id, teacher_id, starts_at)
  where state <> 'cancelled';
create unique index parents_evening_bookings_child_time on parents_evening_bookings (school_id, evening_id, child_id, starts_at)
  where state <> 'cancelled';
create unique index parents_evening_bookings_parent_time on parents_evening_bookings (school_id, evening_id, parent_id, starts_at)
  where state = 'booked' and parent_id is not null;
create unique index parents_evening_bookings_meeting on parents_evening_bookings (school_id, evening_id, teacher_id, child_id)
  where state <> 'cancelled';
