-- What people enter about themselves, and the links that prove a new address.
alter table users add column if not exists phone text;
-- Consent to being counted in statistics: off until given.
alter table users add column if not exists is_trackable boolean not null default false;

create table email_changes (
  school_id bigint not null,
  user_id bigint not null,
  email text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create unique index email_changes_token on email_changes (token_hash);
create index email_changes_age on email_changes (expires_at);
