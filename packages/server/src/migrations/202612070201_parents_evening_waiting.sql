-- Who waits for an appointment with whom, in the order in which they began to.
create table parents_evening_waiting (
  school_id bigint not null,
  id bigint generated always as identity,
  evening_id bigint not null,
  teacher_id bigint not null,
  child_id bigint not null,
  parent_id bigint not null,
  created_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, evening_id, teacher_id, child_id),
  foreign key (school_id, evening_id, teacher_id) references parents_evening_teachers (school_id, evening_id, teacher_id)
    on delete cascade,
  foreign key (school_id, child_id) references users (school_id, id),
  foreign key (school_id, parent_id) references users (school_id, id)
);
create index parents_evening_waiting_child on parents_evening_waiting (school_id, child_id);
create index parents_evening_waiting_parent on parents_evening_waiting (school_id, parent_id);
