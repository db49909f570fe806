-- How people of a school sign in at another service (OpenID Connect), one for each school (P-3.21). The secret is sealed.
create table auth_drivers (
  school_id bigint not null references schools (id),
  name text not null,
  issuer text not null,
  client text not null,
  sealed_secret bytea,
  scope text not null,
  match_claim text not null,
  match_field text not null check (match_field in ('external_id', 'username', 'email')),
  is_on boolean not null,
  updated_at timestamptz not null,
  primary key (school_id)
);

-- Who is who at the service: found once, then known by the subject, which never changes there.
create table auth_driver_people (
  school_id bigint not null,
  user_id bigint not null,
  subject text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (school_id, user_id),
  unique (school_id, subject),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Whoever comes from a service is looked up by the key of whatever source.
create index user_import_identities_external_id on user_import_identities (school_id, external_id);
