-- Roles of a school (P-6.24). Those of the kinds of accounts are had by everybody of that kind (`users.role`), others are given to people
-- in addition. A built-in role has the product's name until the school gives it one of its own; what it gives are the product's defaults,
-- changed by `role_permissions`; a role that the school has made gives what stands there.
create table roles (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  key text not null default gen_random_uuid()::text,
  name text check (name <> ''),
  updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, key),
  check (name is not null or key in ('STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE', 'ADMIN', 'SECRETARIAT', 'SALES'))
);
create unique index roles_name on roles (school_id, lower(name));

create table user_roles (
  school_id bigint not null,
  user_id bigint not null,
  role_id bigint not null,
  primary key (school_id, user_id, role_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, role_id) references roles (school_id, id)
);
create index user_roles_role on user_roles (school_id, role_id);

-- Every school starts with them, however it is made.
create function kreide_built_in_roles(school bigint) returns void language sql as $$
  insert into roles (school_id, key)
  select school, key from unnest(array['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE', 'ADMIN', 'SECRETARIAT', 'SALES']) key
$$;
select kreide_built_in_roles(id) from schools order by id;

create function kreide_school_created() returns trigger language plpgsql as $$
begin
  perform kreide_built_in_roles(new.id);
  return null;
end
$$;
create trigger schools_roles after insert on schools for each row execute function kreide_school_created();

alter table role_permissions drop constraint role_permissions_role_check;
alter table role_permissions add foreign key (school_id, role) references roles (school_id, key) on delete cascade;

-- Every process looks the rights of these people up anew, whoever changed them.
create or replace function kreide_role_permissions_changed() returns trigger language plpgsql as $$
declare changed role_permissions := coalesce(new, old);
begin
  perform pg_notify('kreide_sessions', u.id::text) from users u
    where u.school_id = changed.school_id
      and (u.role = changed.role or exists (
        select 1 from user_roles g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where g.school_id = u.school_id and g.user_id = u.id and r.key = changed.role))
      and exists (select 1 from sessions s where s.school_id = u.school_id and s.user_id = u.id);
  return null;
end
$$;
create trigger user_roles_changed
  after insert or update or delete on user_roles for each row
  execute function kreide_user_permissions_changed();

-- A role that is given by hand is recorded as rights that are.
create function kreide_audit_role() returns trigger language plpgsql as $$
declare known user_roles := coalesce(new, old);
begin
  if current_setting('kreide.recorded', true) = 'yes' then
    return null;
  end if;
  insert into audit_log (school_id, at, origin, action, entity, entity_id, before, after)
  values (
    known.school_id, now(), 'operator', 'users.setRoles', 'users', known.user_id::text,
    case when old is null then null else jsonb_build_object('role_id', old.role_id) end,
    case when new is null then null else jsonb_build_object('role_id', new.role_id) end
  );
  return null;
end
$$;
create trigger user_roles_audit after insert or update or delete on user_roles
  for each row execute function kreide_audit_role();
