create table devices (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  user_id bigint not null,
  type text not null check (type in ('web', 'ios', 'android')),
  push_notification_consent text not null check (push_notification_consent in ('ACCEPTED', 'DENIED', 'PENDING')),
  token text not null,
  -- Of what is the same for one device however its keys change; null once it has ended.
  token_hash bytea,
  app_version text,
  package_name text,
  name text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (school_id, id),
  unique (school_id, uuid),
  foreign key (school_id, user_id) references users (school_id, id),
  check ((token_hash is null) = (ended_at is not null))
);
create unique index devices_token on devices (token_hash) where token_hash is not null;
create index devices_user on devices (school_id, user_id) where ended_at is null;

-- One row for each push message and device: what waits to be sent, and afterwards the log of what became of it.
create table push_deliveries (
  school_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('lesson', 'account', 'test', 'admin')),
  -- The notification that it calls for; null for a test.
  message_uuid uuid,
  topic text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'GONE', 'REFUSED', 'FAILED', 'DROPPED')),
  code integer,
  tries integer not null default 0,
  created_at timestamptz not null,
  not_before timestamptz not null,
  expires_at timestamptz not null,
  done_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, device_id) references devices (school_id, id) on delete cascade
);
create index push_deliveries_waiting on push_deliveries (school_id, not_before) where state = 'WAITING';
create index push_deliveries_user on push_deliveries (school_id, user_id, id desc);
create index push_deliveries_device on push_deliveries (school_id, device_id, id desc);
