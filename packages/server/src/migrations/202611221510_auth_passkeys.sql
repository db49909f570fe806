-- Passkeys (WebAuthn): the public half of a key that is on a device of the person alone.
create table passkeys (
  school_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  -- Grows with each use of an authenticator that counts; 0 for those that do not.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_user on passkeys (school_id, user_id);

-- What passkeys are to sign, each good for one answer. Before a sign-in nobody knows whose it will be.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
