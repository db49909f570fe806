-- Which record of ours a code of a source means, as somebody of the school has chosen it: it counts at every upload.
create table timetable_code_choices (
  school_id bigint not null references schools (id),
  source text not null,
  entity text not null check (entity in ('grade', 'teacher', 'bookable', 'subject')),
  external_key text not null,
  entity_id bigint not null,
  primary key (school_id, source, entity, external_key)
);
