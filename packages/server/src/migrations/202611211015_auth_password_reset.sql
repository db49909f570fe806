-- One-time links to set a password (P-7.12). The token itself is never stored; a used link is kept until it is over.
create table password_resets (
  school_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create unique index password_resets_token on password_resets (token_hash);
create index password_resets_user on password_resets (school_id, user_id);
