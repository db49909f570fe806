-- Events that repeat: the rule, and each of its dates as an ordinary event.
create table calendar_series (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  -- RRULE of RFC 5545; its dates are wall dates of the school.
  rule text not null check (length(rule) <= 120),
  -- The first date that the rule may have, and the last one that it has.
  begins_on date not null,
  ends_on date not null,
  is_all_day boolean not null,
  -- Wall times of the school; an event ends so many days after its date.
  begins_time text not null check (begins_time ~ '^\d\d:\d\d$'),
  ends_time text not null check (ends_time ~ '^\d\d:\d\d$'),
  ends_days integer not null check (ends_days between 0 and 366),
  time_zone text not null,
  -- Dates in holidays are left out.
  skips_holidays boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, id),
  check (begins_on <= ends_on)
);
create index calendar_series_skipping on calendar_series (school_id, ends_on) where skips_holidays;

alter table calendar_events
  add column series_id bigint,
  -- Its date by the rule, also where it was moved since.
  add column recurs_on date,
  -- The holidays take it away; it is deleted as long as they do.
  add column is_left_out boolean not null default false,
  -- What was changed of this one alone: a change of the series leaves it.
  add column changed text[] not null default '{}',
  add foreign key (school_id, series_id) references calendar_series (school_id, id),
  add constraint calendar_events_series unique (school_id, series_id, recurs_on) deferrable initially immediate,
  add check ((series_id is null) = (recurs_on is null)),
  add check (not is_left_out or deleted_at is not null);
