-- A school that ends: all of it is removed at `ends_at`, unless somebody takes that back before.
alter table schools
  add column end_ordered_at timestamptz,
  add column ends_at timestamptz check (ends_at > end_ordered_at),
  -- The administrators were told again this many days before.
  add column end_told_days smallint,
  add check ((end_ordered_at is null) = (ends_at is null));
create index schools_end on schools (ends_at) where ends_at is not null;

-- The log of a school goes only with the school, all of it at once, and only once the end of the school is ordered.
create or replace function kreide_audit_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (current_setting('kreide.ending', true) = 'on'
      or tg_table_name = 'audit_log' and current_setting('kreide.forgetting', true) = 'on') then
    return null;
  end if;
  raise exception 'The audit log is only ever added to.' using errcode = 'insufficient_privilege';
end
$$;

create function kreide_audit_end(school bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from schools where id = school and ends_at is not null) then
    raise exception 'The end of this school is not ordered.' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('kreide.ending', 'on', true);
  delete from audit_log where school_id = school;
  delete from audit_heads where school_id = school;
  perform set_config('kreide.ending', '', true);
end
$$;

-- The sales team keeps what it knew of a school before there was one.
alter table leads
  drop constraint leads_made_school_id_fkey,
  drop constraint leads_check,
  add check (state = 'activated' or made_school_id is null),
  add foreign key (made_school_id) references schools (id) on delete set null;

-- What the operator has to keep of a school that is gone: its invoices, as they were.
create table kept_invoices (
  year integer not null,
  serial integer not null,
  school text not null,
  issued_on date not null,
  content jsonb not null,
  keep_until date not null,
  primary key (year, serial)
);
create index kept_invoices_over on kept_invoices (keep_until);
