-- Events of the school's calendar: whose they are, and when.
create table calendar_events (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  -- Who made it; null: the account is gone.
  user_id bigint,
  name text not null,
  is_all_day boolean not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  category text not null check (category in ('MEETING', 'TRIP', 'EXAM')),
  location text,
  description text not null,
  is_notifiable boolean not null,
  participants_visible boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  check (begins_at <= ends_at)
);
-- An event is at most a year long, so both ends of a range bound where it begins.
create index calendar_events_range on calendar_events (school_id, begins_at, id) where deleted_at is null;
create index calendar_events_end on calendar_events (school_id, ends_at, id) where deleted_at is null;
create index calendar_events_author on calendar_events (school_id, user_id);

create table calendar_event_channels (
  school_id bigint not null,
  event_id bigint not null,
  channel_id bigint not null,
  primary key (school_id, event_id, channel_id),
  foreign key (school_id, event_id) references calendar_events (school_id, id) on delete cascade,
  foreign key (school_id, channel_id) references channels (school_id, id)
);
create index calendar_event_channels_channel on calendar_event_channels (school_id, channel_id, event_id);

create table calendar_event_users (
  school_id bigint not null,
  event_id bigint not null,
  user_id bigint not null,
  primary key (school_id, event_id, user_id),
  foreign key (school_id, event_id) references calendar_events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index calendar_event_users_user on calendar_event_users (school_id, user_id, event_id);

-- Devices are told of events too.
alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check
  check (kind in ('lesson', 'account', 'test', 'admin', 'news', 'event'));
