-- A booklet may show the draft of a version, which each of its pages says by the version's number. The version may go for good before the
-- booklet does.
alter table planner_booklets
  add column planner_version_id bigint,
  add column draft_number integer,
  add foreign key (school_id, planner_version_id) references planner_versions (school_id, id) on delete set null (planner_version_id),
  add check (planner_version_id is null or draft_number is not null),
  add check (draft_number is null or not has_changes);
create index planner_booklets_version on planner_booklets (school_id, planner_version_id) where planner_version_id is not null;
