-- Somebody's account goes into the archive by a list or by the change of the year, or it is deleted by hand: then this is the moment of
-- `deleted_at`. An account that came back and was archived later has another one.
alter table users add column removed_at timestamptz;
update users set removed_at = deleted_at
where deleted_at is not null and exists (
  select 1 from audit_log l
  where l.school_id = users.school_id and l.entity = 'users' and l.entity_id = users.id::text and l.action = 'users.remove');

-- Deleted and archived people are few among many, and are listed by name.
create index users_gone on users (school_id, search_text, id) where deleted_at is not null and erased_at is null;
