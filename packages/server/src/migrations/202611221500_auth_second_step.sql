-- The second step of a sign-in. Which way it goes first, and whether it is on, belongs to the person (P-3.05).
alter table users
  add column tfa_mode text not null default 'email' check (tfa_mode in ('email', 'totp', 'passkey')),
  add column is_tfa_enabled boolean not null default false;

-- What proves it: the key of an app, encrypted; codes and recovery codes, hashed with a key that is not in the database.
create table second_factors (
  school_id bigint not null,
  user_id bigint not null,
  totp_key bytea,
  -- The last time step whose code was used: none is used twice.
  totp_step bigint,
  -- A key that is not confirmed yet.
  new_totp_key bytea,
  code_hash text,
  code_expires_at timestamptz,
  recovery_hashes text[] not null default '{}',
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id)
);

-- Sign-ins whose password was right and whose second step is open. They are no sessions: nothing else accepts their tokens.
create table second_steps (
  school_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  stay_logged_in boolean not null,
  is_native boolean not null,
  keeps_device boolean not null,
  -- The device that the sign-in came from, if it was given its token by us; and whether the account knew it.
  device_hash bytea,
  is_known_device boolean not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create unique index second_steps_token on second_steps (token_hash);
create index second_steps_user on second_steps (school_id, user_id);
create index second_steps_expiry on second_steps (expires_at);

-- Until then a device needs no second step.
alter table known_senders add column trusted_until timestamptz;
