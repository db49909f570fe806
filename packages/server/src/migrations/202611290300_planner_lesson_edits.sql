-- An edit of a lesson is whatever it changed of it (T-4.06): added ones have nothing before, removed ones nothing after.
alter table planner_edits
  add column before jsonb,
  add column after jsonb,
  -- The revision in which it was taken back: whoever takes back several can do them again in reverse order.
  add column popped_revision bigint;
update planner_edits set
  before = jsonb_build_object('weekday', from_weekday, 'hour', from_hour,
    'time_begins_at', to_char(from_time_begins_at, 'HH24:MI'), 'time_ends_at', to_char(from_time_ends_at, 'HH24:MI')),
  after = jsonb_build_object('weekday', to_weekday, 'hour', to_hour,
    'time_begins_at', to_char(to_time_begins_at, 'HH24:MI'), 'time_ends_at', to_char(to_time_ends_at, 'HH24:MI'));
alter table planner_edits
  drop column from_weekday, drop column from_hour, drop column from_time_begins_at, drop column from_time_ends_at,
  drop column to_weekday, drop column to_hour, drop column to_time_begins_at, drop column to_time_ends_at,
  add check (before is not null or after is not null);

-- Removed by a planner; kept for a day, so that it can be restored.
alter table planner_versions add column deleted_at timestamptz;
create index planner_versions_deleted on planner_versions (deleted_at) where deleted_at is not null;
