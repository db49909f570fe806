-- Some programs with a secret cannot do PKCE: the school may let one in all the same.
alter table identity_clients add needs_pkce boolean not null default true;
