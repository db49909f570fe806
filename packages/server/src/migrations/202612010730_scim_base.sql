-- Services that bring people and classes by themselves (SCIM 2.0) sign their calls with a token: shown once, kept as a hash.
create table scim_clients (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  name text not null,
  token_hash bytea not null,
  ends_on date not null,
  created_by bigint,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id)
);
create unique index scim_clients_hash on scim_clients (token_hash);
create index scim_clients_created_by on scim_clients (school_id, created_by) where created_by is not null;

-- Whom a service keeps up to date: the name that it knows them by, and whether it was the service that locked the account.
create table scim_people (
  school_id bigint not null,
  user_id bigint not null,
  user_name text not null,
  is_disabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create unique index scim_people_user_name on scim_people (school_id, lower(user_name));
