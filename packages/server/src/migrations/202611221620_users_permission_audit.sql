-- A change by somebody who is signed in is recorded under their name, by the server; one by hand still records itself.
create or replace function kreide_audit_permission() returns trigger language plpgsql as $$
declare
  former jsonb := case when old is null then null else to_jsonb(old) end;
  later jsonb := case when new is null then null else to_jsonb(new) end;
  known jsonb := coalesce(later, former);
begin
  if current_setting('kreide.recorded', true) = 'yes' then
    return null;
  end if;
  insert into audit_log (school_id, at, origin, action, entity, entity_id, before, after)
  values (
    (known ->> 'school_id')::bigint, now(), 'operator', 'users.permission',
    case when known ? 'user_id' then 'users' else 'roles' end, coalesce(known ->> 'user_id', known ->> 'role'),
    case when former is null then null else jsonb_build_object(former ->> 'permission', former -> 'is_allowed') end,
    case when later is null then null else jsonb_build_object(later ->> 'permission', later -> 'is_allowed') end
  );
  return null;
end
$$;
