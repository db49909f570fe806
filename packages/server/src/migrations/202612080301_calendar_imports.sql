-- Files of events that somebody reads into a calendar: what stands in one, and how it is taken back.
create table calendar_imports (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  user_id bigint not null,
  file_name text not null,
  state text not null check (state in ('TRIED', 'APPLIED', 'UNDONE')),
  -- The events of the file, until they are in the calendar.
  calendar jsonb not null,
  -- What was changed, until it cannot be taken back any more.
  changes jsonb not null default '[]',
  -- The channels that take part in new events.
  channels bigint[] not null default '{}',
  added integer not null default 0,
  changed integer not null default 0,
  created_at timestamptz not null,
  -- Until then it can be carried out, or taken back.
  ends_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index calendar_imports_user on calendar_imports (school_id, user_id, id);
create index calendar_imports_ends on calendar_imports (ends_at);

-- Which event, or series, one of a file became, by what names it in every file.
create table calendar_imported (
  school_id bigint not null,
  user_id bigint not null,
  uid_hash text not null,
  content_hash text not null,
  event_id bigint,
  series_id bigint,
  primary key (school_id, user_id, uid_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, event_id) references calendar_events (school_id, id) on delete cascade,
  foreign key (school_id, series_id) references calendar_series (school_id, id) on delete cascade,
  check (num_nonnulls(event_id, series_id) = 1)
);
create index calendar_imported_event on calendar_imported (school_id, event_id);
create index calendar_imported_series on calendar_imported (school_id, series_id);
