-- A school may also sign people in at a service that speaks SAML 2.0, which describes itself: pasted, or read from an address.
alter table auth_drivers drop constraint auth_drivers_method_check;
alter table auth_drivers add constraint auth_drivers_method_check check (method in ('OIDC', 'LDAP', 'SAML'));
alter table auth_drivers
  add column name_id_format text check (name_id_format in ('persistent', 'unspecified', 'email', 'transient')),
  add column metadata_url text,
  add column metadata text;
alter table auth_drivers drop constraint auth_drivers_directory;
alter table auth_drivers add constraint auth_drivers_directory check (
  (method = 'LDAP' and base_dn is not null and user_filter is not null and subject_attribute is not null)
  or (method <> 'LDAP' and base_dn is null and user_filter is null and authority is null
    and (method = 'SAML' or subject_attribute is null))
);
-- The metadata that was read last stays, for when its address does not answer.
alter table auth_drivers add constraint auth_drivers_saml check (
  (method = 'SAML' and name_id_format is not null and metadata is not null)
  or (method <> 'SAML' and name_id_format is null and metadata_url is null and metadata is null)
);

-- The key with which this product signs what it asks the service of a school; the key is sealed, the certificate is for everybody.
create table auth_driver_keys (
  school_id bigint not null references schools (id),
  sealed_key bytea not null,
  certificate text not null,
  created_at timestamptz not null,
  primary key (school_id)
);

-- What was asked of a service of SAML: one answer is taken, once, and what came of it is kept for the browser that asked, sealed.
create table auth_driver_requests (
  school_id bigint not null references schools (id),
  relay_hash bytea not null,
  uuid uuid not null,
  request_id text not null,
  -- Of the driver that asked; null: settings that are tried, which are sealed beside it.
  version timestamptz,
  sealed_trial bytea,
  answered_at timestamptz,
  code_hash bytea,
  sealed_answer bytea,
  expires_at timestamptz not null,
  primary key (school_id, relay_hash),
  unique (school_id, uuid),
  check ((version is null) <> (sealed_trial is null))
);
create index auth_driver_requests_expires_at on auth_driver_requests (expires_at);
