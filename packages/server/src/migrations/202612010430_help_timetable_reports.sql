-- What pupils and parents say is wrong in a plan, and what planners answer.
create table timetable_reports (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  -- The pupil whose plan it is.
  user_id bigint not null,
  -- Who has written it: the pupil or a parent; null: an erased parent.
  author_id bigint,
  lesson text not null,
  reason text not null check (reason in ('course', 'missing', 'time', 'room', 'teacher', 'other')),
  course text not null default '',
  text text not null default '',
  answer text not null default '',
  answered_by bigint,
  created_at timestamptz not null,
  answered_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, author_id) references users (school_id, id),
  foreign key (school_id, answered_by) references users (school_id, id)
);
create index timetable_reports_user on timetable_reports (school_id, user_id, created_at);
create index timetable_reports_author on timetable_reports (school_id, author_id);
create index timetable_reports_answered_by on timetable_reports (school_id, answered_by) where answered_by is not null;
create index timetable_reports_open on timetable_reports (school_id, answered_at desc nulls first, id);
