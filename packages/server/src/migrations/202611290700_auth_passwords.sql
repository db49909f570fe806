-- Who may still sign in with a password where the school has a service for that. Administrators always may: the service can be away.
alter table auth_drivers add column passwords text not null default 'EVERYBODY'
  check (passwords in ('EVERYBODY', 'UNCONNECTED', 'ADMINISTRATORS'));
