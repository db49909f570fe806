-- For how many days a school keeps a kind of data, where it has decided otherwise than is usual.
create table retention_periods (
  school_id bigint not null references schools (id),
  kind text not null,
  days integer not null check (days > 0),
  primary key (school_id, kind)
);

-- A school may forget the beginning of its log: the head keeps number and hash of the last row that went, to which the chain is held.
alter table audit_heads
  add column forgotten_seq bigint not null default 0,
  add column forgotten_hash bytea not null default '';

-- The one way to remove rows, for the role of the server too: the oldest only, none that is younger than 180 days, never the last.
create function kreide_audit_forget(school bigint, limit_at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_seq bigint;
  last_hash bytea;
  gone bigint;
begin
  perform 1 from audit_heads where school_id = school for update;
  select seq, hash into last_seq, last_hash from audit_log
    where school_id = school and seq < (
      select coalesce(min(seq) filter (where at >= least(limit_at, now() - interval '180 days')), max(seq)) from audit_log
      where school_id = school
    )
    order by seq desc limit 1;
  if last_seq is null then
    return 0;
  end if;
  perform set_config('kreide.forgetting', 'on', true);
  delete from audit_log where school_id = school and seq <= last_seq;
  get diagnostics gone = row_count;
  perform set_config('kreide.forgetting', '', true);
  update audit_heads set forgotten_seq = last_seq, forgotten_hash = last_hash where school_id = school;
  return gone;
end
$$;

create or replace function kreide_audit_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_log' and current_setting('kreide.forgetting', true) = 'on' then
    return null;
  end if;
  raise exception 'The audit log is only ever added to.' using errcode = 'insufficient_privilege';
end
$$;
