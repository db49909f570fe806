-- Who changed what, when, from where. Rows are only ever added: a school's rows are numbered without gaps and chained, each hash covers
-- the row and the hash before it, so that a row that is changed, removed or put in later is found (kreide-server audit verify).
create table audit_log (
  school_id bigint not null references schools (id),
  seq bigint not null,
  at timestamptz not null,
  origin text not null check (origin in ('session', 'visitor', 'operator', 'system')),
  -- The signed-in user; null for everybody else.
  user_id bigint,
  address text,
  request_id text,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (school_id, seq)
);
create index audit_log_at on audit_log (school_id, at);
create index audit_log_action on audit_log (school_id, action, seq);
create index audit_log_user on audit_log (school_id, user_id, seq);
create index audit_log_entity on audit_log (school_id, entity, entity_id, seq);

-- The end of each school's chain; its row lock puts concurrent changes into one order.
create table audit_heads (
  school_id bigint primary key references schools (id),
  seq bigint not null,
  hash bytea not null
);

create function kreide_audit_hash(entry audit_log) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    entry.school_id, entry.seq, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.origin, entry.user_id,
    entry.address, entry.request_id, entry.action, entry.entity, entry.entity_id, entry.before, entry.after,
    encode(entry.previous_hash, 'hex')
  )::text, 'UTF8'))
$$;

-- Runs with the rights of the tables' owner: the role of the server cannot move the end of a chain by itself.
create function kreide_audit_append() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_heads (school_id, seq, hash) values (new.school_id, 0, '') on conflict do nothing;
  update audit_heads set seq = seq + 1 where school_id = new.school_id
    returning audit_heads.seq, audit_heads.hash into new.seq, new.previous_hash;
  new.hash := kreide_audit_hash(new);
  update audit_heads set hash = new.hash where school_id = new.school_id;
  return new;
end
$$;
create trigger audit_log_append before insert on audit_log for each row execute function kreide_audit_append();

create function kreide_audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_fixed before update or delete or truncate on audit_log
  for each statement execute function kreide_audit_refuse();
create trigger audit_heads_fixed before delete or truncate on audit_heads
  for each statement execute function kreide_audit_refuse();

-- Rights of a role or person are changed by hand too: whoever changes them, it is recorded.
create function kreide_audit_permission() returns trigger language plpgsql as $$
declare
  former jsonb := case when old is null then null else to_jsonb(old) end;
  later jsonb := case when new is null then null else to_jsonb(new) end;
  known jsonb := coalesce(later, former);
begin
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
create trigger role_permissions_audit after insert or update or delete on role_permissions
  for each row execute function kreide_audit_permission();
create trigger user_permissions_audit after insert or update or delete on user_permissions
  for each row execute function kreide_audit_permission();
