-- Every refresh token of a session begins with the same random family: one of two rotations ago is known to belong to it.
alter table sessions add column family_hash bytea;
create unique index sessions_family on sessions (family_hash) where family_hash is not null;
