-- A school may also sign people in at its directory (LDAP, Active Directory). What a directory needs besides stands in columns of its own.
alter table auth_drivers
  add column method text not null default 'OIDC' check (method in ('OIDC', 'LDAP')),
  add column base_dn text,
  add column user_filter text,
  add column subject_attribute text,
  add column authority text;
alter table auth_drivers add constraint auth_drivers_directory check (
  (method = 'LDAP' and base_dn is not null and user_filter is not null and subject_attribute is not null)
  or (method <> 'LDAP' and base_dn is null and user_filter is null and subject_attribute is null and authority is null)
);
