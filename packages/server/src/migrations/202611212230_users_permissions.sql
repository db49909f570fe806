-- What a school decides about rights otherwise than the product does: for a role, and for a person. The person's row counts before the
-- role's, the role's before the default. Permissions are the keys of the contract; one that it does not know (any more) has no effect.
create table role_permissions (
  school_id bigint not null references schools (id),
  role text not null check (role in ('STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE', 'ADMIN')),
  permission text not null,
  is_allowed boolean not null,
  primary key (school_id, role, permission)
);

create table user_permissions (
  school_id bigint not null,
  user_id bigint not null,
  permission text not null,
  is_allowed boolean not null,
  primary key (school_id, user_id, permission),
  foreign key (school_id, user_id) references users (school_id, id)
);

-- Every process looks the rights of these people up anew, whoever changed them.
create function kreide_role_permissions_changed() returns trigger language plpgsql as $$
declare changed role_permissions := coalesce(new, old);
begin
  perform pg_notify('kreide_sessions', u.id::text) from users u
    where u.school_id = changed.school_id and u.role = changed.role
      and exists (select 1 from sessions s where s.school_id = u.school_id and s.user_id = u.id);
  return null;
end
$$;

create trigger role_permissions_changed
  after insert or update or delete on role_permissions for each row
  execute function kreide_role_permissions_changed();

create function kreide_user_permissions_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kreide_sessions', coalesce(new.user_id, old.user_id)::text);
  return null;
end
$$;

create trigger user_permissions_changed
  after insert or update or delete on user_permissions for each row
  execute function kreide_user_permissions_changed();
