-- Passwords for programs, each for one: made here, shown once, kept as a hash.
create table app_passwords (
  school_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  password_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create unique index app_passwords_user on app_passwords (school_id, user_id, password_hash);

-- The one that a program signed in with; null: with the password of the account. Without it the session is over.
alter table sessions add column app_password_id bigint;
alter table sessions add foreign key (school_id, app_password_id)
  references app_passwords (school_id, id) on delete cascade;
create index sessions_app_password on sessions (school_id, app_password_id) where app_password_id is not null;
