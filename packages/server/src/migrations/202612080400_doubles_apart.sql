-- Two accounts of which somebody knows that they are two people's: no list asks about them again.
create table doubles_apart (
  school_id bigint not null references schools (id),
  one_id bigint not null,
  other_id bigint not null,
  set_by bigint,
  set_at timestamptz not null,
  primary key (school_id, one_id, other_id),
  check (one_id < other_id),
  foreign key (school_id, one_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, other_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, set_by) references users (school_id, id) on delete set null (set_by)
);
create index doubles_apart_other on doubles_apart (school_id, other_id);
create index doubles_apart_set on doubles_apart (school_id, set_at, one_id, other_id);
create index doubles_apart_by on doubles_apart (school_id, set_by);
