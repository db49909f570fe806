-- What a teacher who is not there leaves for a lesson of a day (D-8.14).
create table lesson_tasks (
  school_id bigint not null,
  lesson_id bigint not null,
  lesson_date date not null,
  text text not null check (text <> ''),
  is_for_pupils boolean not null,
  -- Null: somebody who was erased.
  written_by bigint,
  updated_at timestamptz not null,
  primary key (school_id, lesson_id, lesson_date),
  foreign key (school_id, lesson_id) references lesson_identities (school_id, id),
  foreign key (school_id, written_by) references users (school_id, id)
);
create index lesson_tasks_written_by on lesson_tasks (school_id, written_by) where written_by is not null;
create index lesson_tasks_date on lesson_tasks (lesson_date);
