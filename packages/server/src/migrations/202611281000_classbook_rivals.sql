-- Two teachers who mark the same pupil without seeing each other's mark, one of them without a network: the later mark stands, the
-- other beside it until somebody marks the pupil who has seen both.
alter table classbook_marks
  add column other_kind text check (other_kind in ('absent', 'too-late')),
  add column other_minutes integer check (other_minutes between 1 and 1440),
  add column other_by bigint,
  add column other_at timestamptz,
  add constraint classbook_marks_other check ((other_kind is null) = (other_minutes is null) and (other_kind is null) = (other_at is null)),
  add foreign key (school_id, other_by) references users (school_id, id);
create index classbook_marks_other_by on classbook_marks (school_id, other_by);
