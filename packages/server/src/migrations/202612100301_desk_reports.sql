-- An absence of the desk may be reported by the teacher themself: then it says when.
alter table desk_absences
  add column reported_at timestamptz,
  add check (reported_at is null or teacher_id is not null);
