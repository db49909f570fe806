-- Who is locked, deleted or given another role is so at once: in the memory of every process and on every open connection,
-- whoever says it, a feature, a script or a person at psql. Channel and payload (the user's id) are those of the server itself.

create function kreide_user_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kreide_sessions', new.id::text);
  return null;
end
$$;

create trigger users_access_changed
  after update on users for each row
  when ((old.is_locked, old.deleted_at, old.role, old.type) is distinct from (new.is_locked, new.deleted_at, new.role, new.type))
  execute function kreide_user_access_changed();

create function kreide_school_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kreide_sessions', user_id::text) from sessions where school_id = new.id group by user_id;
  return null;
end
$$;

create trigger schools_access_changed
  after update on schools for each row
  when (old.is_locked is distinct from new.is_locked)
  execute function kreide_school_access_changed();
