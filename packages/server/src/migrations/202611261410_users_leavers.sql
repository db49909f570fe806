-- Who has left the school may read for a while: from this moment on, until the account ends. It is asked with every session.
alter table users add column read_only_from timestamptz;

drop trigger users_access_changed on users;
create trigger users_access_changed
  after update on users for each row
  when ((old.is_locked, old.deleted_at, old.role, old.type, old.expire_at, old.read_only_from)
    is distinct from (new.is_locked, new.deleted_at, new.role, new.type, new.expire_at, new.read_only_from))
  execute function kreide_user_access_changed();

-- Those of changes that were made before: as they were told then, their accounts stay open as a whole.
update year_change_people set
  before = before || '{"read_only_from": null}',
  after = after || '{"read_only_from": null}';
