-- Whom the school wants a second step at sign-in of, by kind of role, and from which day on; null: at once.
alter table schools
  add column second_step_roles text[] not null default '{}'
    check (second_step_roles <@ array['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE', 'ADMIN']),
  add column second_step_from date;

-- What sessions may do changes at once, in the memory of every process.
create trigger schools_second_step_changed
  after update on schools for each row
  when ((old.second_step_roles, old.second_step_from) is distinct from (new.second_step_roles, new.second_step_from))
  execute function kreide_school_access_changed();

create trigger users_second_step_changed
  after update on users for each row
  when (old.is_tfa_enabled is distinct from new.is_tfa_enabled)
  execute function kreide_user_access_changed();
