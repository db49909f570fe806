-- An absence of the desk may also be that of a class, on some weekdays only, and says why (T-3.01).
alter table desk_absences
  add column grade_id bigint,
  -- 1 = Monday … 7; none: every day.
  add column days smallint[] not null default '{}' check (days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  add column absence_reason_id text,
  add column comment text check (comment <> ''),
  add foreign key (school_id, grade_id) references grades (school_id, id),
  add foreign key (school_id, absence_reason_id) references absence_types (school_id, id),
  drop constraint desk_absences_check,
  add check (num_nonnulls(teacher_id, bookable_id, grade_id) = 1);
create index desk_absences_grade on desk_absences (school_id, grade_id) where grade_id is not null;
create index desk_absences_reason on desk_absences (school_id, absence_reason_id) where absence_reason_id is not null;
