-- Schools, people, sessions and what the kernel needs. Every table of a school carries school_id first in its key.

create table schools (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  street text,
  city text,
  slink text not null unique check (slink ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  state text not null default 'ACTIVE' check (state in ('LEAD', 'ONBOARDING', 'ACTIVE', 'DEACTIVATED')),
  app_branding text,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  locale text not null default 'de' check (locale in ('de', 'en', 'es', 'tr', 'uk', 'fr', 'it')),
  time_zone text not null default 'Europe/Berlin',
  is_locked boolean not null default false,
  is_beta boolean not null default false,
  is_demo boolean not null default false,
  active_school_year_id bigint,
  public_monitor boolean not null default false,
  public_timetable boolean not null default false,
  public_news boolean not null default false,
  public_teacher_names text not null default 'none' check (public_teacher_names in ('none', 'shortcut', 'pseudonym')),
  public_absent_teachers boolean not null default false,
  properties jsonb not null default '{}',
  meta jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index schools_search on schools (lower(name) text_pattern_ops);

create table users (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  username text not null,
  email text,
  firstname text not null,
  lastname text not null,
  title text,
  sex text,
  type text not null,
  role text not null check (role in ('STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE', 'ADMIN')),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PENDING')),
  password_hash text,
  locale text check (locale in ('de', 'en', 'es', 'tr', 'uk', 'fr', 'it')),
  is_locked boolean not null default false,
  properties jsonb not null default '{}',
  meta jsonb not null default '{}',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id),
  unique (uuid)
);
create unique index users_username on users (school_id, lower(username)) where deleted_at is null;
create unique index users_email on users (school_id, lower(email)) where deleted_at is null and email is not null;
create unique index users_id on users (id);

create table user_parents (
  school_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  parent_id bigint not null,
  relation text not null default 'OTHER' check (relation in ('FATHER', 'MOTHER', 'OTHER')),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, user_id, parent_id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, parent_id) references users (school_id, id)
);
create index user_parents_parent on user_parents (school_id, parent_id);

-- Tokens are stored hashed (D-4.09). The refresh token before the last rotation answers the same successor for a minute.
create table sessions (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  user_id bigint not null,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  refresh_expires_at timestamptz not null,
  previous_refresh_hash bytea,
  rotated_at timestamptz,
  stay_logged_in boolean not null,
  is_native boolean not null default false,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create unique index sessions_access on sessions (access_hash);
create unique index sessions_refresh on sessions (refresh_hash);
create unique index sessions_previous_refresh on sessions (previous_refresh_hash) where previous_refresh_hash is not null;
create index sessions_user on sessions (school_id, user_id);
create index sessions_expiry on sessions (refresh_expires_at);

-- Failures per (school, username), per code and per address; keys are hashed.
create table sign_in_failures (
  scope text not null,
  key_hash bytea not null,
  failures integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (scope, key_hash)
);
create index sign_in_failures_age on sign_in_failures (last_at);

create table idempotency_keys (
  school_id bigint not null,
  user_id bigint not null,
  key text not null,
  fingerprint bytea not null,
  status integer not null,
  answer text,
  created_at timestamptz not null default now(),
  primary key (school_id, user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table outbox (
  id bigint generated always as identity primary key,
  school_id bigint,
  event text not null,
  audience jsonb not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  emitted_at timestamptz
);
create index outbox_open on outbox (id) where emitted_at is null;
create index outbox_age on outbox (created_at) where emitted_at is not null;

create table files (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  mime text not null,
  size bigint not null,
  sha256 bytea not null,
  width integer,
  height integer,
  created_by bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id)
);
