-- The core time, in which pupils are looked after whatever is cancelled (D-8.12): that of the school, and of a class where it has
-- another one. A missing beginning or end is that of the day.
alter table desk_settings
  add column core_begins_at time,
  add column core_ends_at time,
  add constraint desk_settings_core_time check (core_begins_at < core_ends_at);
alter table grades
  add column core_begins_at time,
  add column core_ends_at time,
  add constraint grades_core_time check (core_begins_at < core_ends_at);
