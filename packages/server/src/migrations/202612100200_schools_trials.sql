-- A school looks around in one that is invented: it has the purpose `trial` and says whose it is. It is a school like any other, so it is
-- removed like one; nobody finds it, and what leaves other schools stays inside it.
alter table schools drop constraint schools_purpose_check;
alter table schools add constraint schools_purpose_check check (purpose in ('usual', 'internal', 'management', 'trial'));
alter table schools add column trial_of bigint references schools (id);
alter table schools add constraint schools_trial_check check ((purpose = 'trial') = (trial_of is not null));
create index schools_trial_of on schools (trial_of);

-- How far the invented school is made, while there is one. The row goes with that school, or at the moment in which somebody ends it.
create table school_trials (
  school_id bigint primary key references schools (id),
  trial_id bigint unique references schools (id) on delete cascade,
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  percent smallint not null default 0 check (percent between 0 and 100),
  ordered_at timestamptz not null,
  check ((state = 'ready') = (trial_id is not null))
);

-- No mail and no push message leaves an invented school, whoever orders it.
create function kreide_keep_inside() returns trigger language plpgsql as $$
begin
  if exists (select from schools where id = new.school_id and purpose = 'trial') then return null; end if;
  return new;
end
$$;
create trigger mails_keep_inside before insert on mails for each row execute function kreide_keep_inside();
create trigger push_deliveries_keep_inside before insert on push_deliveries for each row execute function kreide_keep_inside();
