-- Kreide as a provider of OpenID Connect for the programs of a school. The issuer holds the uuid of the school.
create table identity_tenants (
  school_id bigint primary key references schools (id),
  is_on boolean not null,
  -- The most that any program is told.
  passes text[] not null check (passes <@ array['name', 'username', 'email', 'roles', 'classes']),
  -- By it people get other names at each program; it never changes, or nobody would be known there any more.
  sealed_salt bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- The newest key without an end signs; programs find the others until their end.
create table identity_keys (
  school_id bigint not null references identity_tenants (school_id),
  id bigint generated always as identity,
  kid text not null,
  sealed_key bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz,
  primary key (school_id, id)
);
create index identity_keys_end on identity_keys (ends_at) where ends_at is not null;

create table identity_clients (
  school_id bigint not null references identity_tenants (school_id),
  id bigint generated always as identity,
  client text not null,
  name text not null,
  -- Null: a program that cannot keep a secret.
  secret_hash bytea,
  is_pairwise boolean not null,
  passes text[] not null check (passes <@ array['name', 'username', 'email', 'roles', 'classes']),
  redirect_uris text[] not null,
  logout_uris text[] not null,
  is_on boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, id)
);
create unique index identity_clients_client on identity_clients (school_id, client);

-- What somebody lets a program know, until their session ends. Keys are hashes: what the programs hold stands nowhere.
create table identity_grants (
  school_id bigint not null,
  key uuid not null,
  client_id bigint not null,
  user_id bigint not null,
  session_id bigint not null,
  passes text[] not null,
  payload jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (school_id, key),
  foreign key (school_id, client_id) references identity_clients (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, session_id) references sessions (school_id, id) on delete cascade
);
create index identity_grants_client on identity_grants (school_id, client_id);
create index identity_grants_user on identity_grants (school_id, user_id);
create unique index identity_grants_session on identity_grants (school_id, session_id, client_id);
create index identity_grants_expiry on identity_grants (expires_at);

-- Sign-ins that programs have begun, and the codes and tokens that they got.
create table identity_artifacts (
  school_id bigint not null references identity_tenants (school_id),
  kind text not null check (kind in ('Interaction', 'AuthorizationCode', 'AccessToken')),
  key uuid not null,
  -- Null: nobody has said anything yet.
  grant_key uuid,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (school_id, kind, key),
  foreign key (school_id, grant_key) references identity_grants (school_id, key) on delete cascade
);
create index identity_artifacts_grant on identity_artifacts (school_id, grant_key) where grant_key is not null;
create index identity_artifacts_key on identity_artifacts (key);
create index identity_artifacts_expiry on identity_artifacts (expires_at);
