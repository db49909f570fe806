-- Break supervisions with their times, and their changes of one day. No source has filled the table before.

alter table substitutions drop constraint substitutions_kind_check;
alter table substitutions add constraint substitutions_kind_check
  check (kind in ('CANCLED', 'MOVED_TO', 'MOVED_FROM', 'ADDITIONAL', 'EVENT', 'MESSAGE', 'SUPERVISION'));

alter table supervisions
  drop column pattern_id,
  add column uuid uuid not null default gen_random_uuid(),
  add column time_begins_at time not null,
  add column time_ends_at time not null,
  -- The Mondays of its weeks; null = every week.
  add column weeks date[],
  -- Exactly these days; weekday and weeks are then ignored.
  add column dates date[];
