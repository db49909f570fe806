-- By which of its sessions (sid) a service of OpenID Connect has signed somebody in: it ends that session here when it ends its own. Empty: it
-- did not say; null: they came another way.
alter table sessions add column service_sid text;
alter table second_steps add column service_sid text;
create index sessions_service_sid on sessions (school_id, service_sid) where service_sid is not null;

-- What a service has told of ends of its sessions, by the hash of its name (jti): each is taken once.
create table auth_driver_told (
  school_id bigint not null references schools (id),
  jti_hash bytea not null,
  expires_at timestamptz not null,
  primary key (school_id, jti_hash)
);
create index auth_driver_told_expires_at on auth_driver_told (expires_at);
