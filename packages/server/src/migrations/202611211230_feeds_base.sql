-- Secret addresses under which calendar programs read somebody's plan (D-6.01). Only the hash of the secret is stored.
create table feeds (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  -- Who made it and may revoke it.
  owner_id bigint not null,
  -- Whose plan: the owner's or a child's.
  user_id bigint not null,
  name text,
  language text not null check (language in ('de', 'en', 'es', 'tr', 'uk', 'fr', 'it')),
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_fetched_at timestamptz,
  primary key (school_id, id),
  unique (uuid),
  foreign key (school_id, owner_id) references users (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create unique index feeds_secret on feeds (secret_hash);
create index feeds_owner on feeds (school_id, owner_id, id desc);
create index feeds_user on feeds (school_id, user_id);
