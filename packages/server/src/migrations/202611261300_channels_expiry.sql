-- Channels that people made may have an end: from then on they can be read only.
alter table channels
  add column expires_at timestamptz,
  add check (expires_at is null or type = 'CUSTOM');
-- Deleted accounts, the few who are no members any more: lists of channels ask for them with every count.
create index users_deleted on users (school_id, id) where deleted_at is not null;
