-- What all processes of an installation have in common, as fingerprints, and when it was last backed up. A backup leaves it out:
-- a restored place has its own.
create table installation (
  name text primary key check (name in ('secret', 'secret_key', 'files', 'backup')),
  value text not null
);
-- How many mails wait is read for the figures of the whole server.
create index mails_unsent on mails (created_at) where state = 'WAITING';
