-- When people want to be reminded of events: minutes before these begin; empty: not at all.
-- Of one event, of all dates of a series, and of every event of which somebody says nothing.
create table calendar_reminders (
  school_id bigint not null,
  event_id bigint not null,
  user_id bigint not null,
  minutes integer[] not null check (minutes <@ array[0, 10, 60, 1440, 10080] and cardinality(minutes) <= 3),
  primary key (school_id, event_id, user_id),
  foreign key (school_id, event_id) references calendar_events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index calendar_reminders_user on calendar_reminders (school_id, user_id);

create table calendar_series_reminders (
  school_id bigint not null,
  series_id bigint not null,
  user_id bigint not null,
  minutes integer[] not null check (minutes <@ array[0, 10, 60, 1440, 10080] and cardinality(minutes) <= 3),
  primary key (school_id, series_id, user_id),
  foreign key (school_id, series_id) references calendar_series (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index calendar_series_reminders_user on calendar_series_reminders (school_id, user_id);

create table calendar_usual_reminders (
  school_id bigint not null,
  user_id bigint not null,
  minutes integer[] not null check (minutes <@ array[0, 10, 60, 1440, 10080] and cardinality(minutes) <= 3),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Up to when reminders of a school were looked for; no row: nobody there has ever wanted one.
create table calendar_reminder_runs (
  school_id bigint primary key references schools (id),
  looked_at timestamptz not null
);

-- Reminders whose time has come. A row stays for as long as it could come again.
create table calendar_due_reminders (
  school_id bigint not null,
  event_id bigint not null,
  user_id bigint not null,
  minutes integer not null,
  -- From when it counts: an event that was moved has others.
  begins_at timestamptz not null,
  -- It may be quiet until then.
  not_before timestamptz not null,
  -- When it was told, or not told any more; null: it waits.
  done_at timestamptz,
  mail_uuid uuid,
  primary key (school_id, event_id, user_id, minutes, begins_at),
  foreign key (school_id, event_id) references calendar_events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index calendar_due_reminders_waiting on calendar_due_reminders (school_id, not_before) where done_at is null;
create index calendar_due_reminders_begins on calendar_due_reminders (begins_at);
create index calendar_due_reminders_user on calendar_due_reminders (school_id, user_id);

-- Reminders come by mail, too.
alter table notification_settings add column reminder_mail boolean not null default false;

alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check
  check (kind in
    ('lesson', 'account', 'test', 'admin', 'news', 'event', 'absence', 'returned', 'mention', 'choice', 'upload', 'exam', 'evening',
      'reminder'));
