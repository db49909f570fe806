-- Where an account signed in from before: devices by the token that they keep, addresses by their network. Failures of others do not keep
-- them out (D-4.09). Both are stored hashed, and forgotten when they are not used for long.
create table known_senders (
  school_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('device', 'address')),
  key_hash bytea not null,
  last_at timestamptz not null,
  primary key (school_id, user_id, kind, key_hash),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index known_senders_key on known_senders (kind, key_hash);
create index known_senders_age on known_senders (kind, last_at);

-- When the attempt before the last one came: an attempt that was right leaves no trace.
alter table sign_in_failures rename column first_at to previous_at;
