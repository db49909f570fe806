-- A lock that the school has taken off is no lock of a service any more: one that the school sets later, no service takes off.
create function kreide_scim_unlocked() returns trigger language plpgsql as $$
begin
  update scim_people set is_disabled = false where school_id = new.school_id and user_id = new.id and is_disabled;
  return null;
end
$$;
create trigger users_scim_unlocked after update of is_locked on users for each row
  when (old.is_locked and not new.is_locked)
  execute function kreide_scim_unlocked();
