-- Channels that follow the school: of everybody, of all teachers, pupils and parents, of the office and the pupils'
-- representation, and of every class and course one for its pupils and one for their parents. Whoever changes a membership,
-- a feature, an import or a person at psql: who belongs where is settled when the change is committed, in the same
-- transaction. What a person added or removed by hand (method other than 'generated') stays as it is.
alter table channels
  -- The class or course is no more: its members keep what was written, nobody writes.
  add column ended_at timestamptz,
  drop constraint channels_school_id_grade_id_fkey,
  drop constraint channels_school_id_course_id_fkey,
  -- With a class that is taken away unused goes its channel, but not if something was written in it.
  add foreign key (school_id, grade_id) references grades (school_id, id) on delete cascade,
  add foreign key (school_id, course_id) references courses (school_id, id) on delete cascade;
-- Begin with what tells most: the check of a reference to (school_id, id) took these indexes and read the whole school.
alter table channels drop constraint channels_school_id_owner_id_key;
create unique index channels_owner on channels (owner_id, school_id) where owner_id is not null;
alter table chats drop constraint chats_school_id_channel_id_key;
create unique index chats_channel on chats (channel_id, school_id);
create index channels_grade on channels (school_id, grade_id) where grade_id is not null;
create index channels_course on channels (school_id, course_id) where course_id is not null;
alter table chats
  drop constraint chats_school_id_channel_id_fkey,
  add foreign key (school_id, channel_id) references channels (school_id, id) on delete cascade;
alter table channel_members
  drop constraint channel_members_school_id_channel_id_fkey,
  drop constraint channel_members_school_id_user_id_fkey,
  add foreign key (school_id, channel_id) references channels (school_id, id) on delete cascade,
  add foreign key (school_id, user_id) references users (school_id, id) on delete cascade;

create function kreide_today(school bigint) returns date language sql stable as $$
  select (now() at time zone time_zone)::date from schools where id = school
$$;

-- Makes the members of some channels, or of all to which some people belong, what they should be today; returns who came or
-- went. Every table is read by the school and what is asked for, once, and then joined by hash: right after an import the
-- statistics are those of before, and joining one by one could take minutes.
create function kreide_settle_members(school bigint, channel_ids bigint[], user_ids bigint[])
returns table (changed_channel bigint, changed_user bigint)
language plpgsql set plan_cache_mode = 'force_custom_plan' set enable_nestloop = 'off' as $$
declare
  today date := kreide_today(school);
  -- The people and their children: parents belong to where their children are.
  concerned bigint[];
begin
  if user_ids is not null then
    concerned := array(
      select unnest(user_ids)
      union select l.user_id from user_parents l where l.school_id = school and l.parent_id = any(user_ids));
  end if;
  return query
  with open as materialized (
    select id, target, grade_id, course_id from channels
    where school_id = school and type in ('GENERATED', 'GLOBAL') and ended_at is null and deleted_at is null
      and (channel_ids is null or id = any(channel_ids))
  ), people as materialized (
    select id, type, role from users
    where school_id = school and deleted_at is null and (expire_at is null or expire_at > now())
      and (user_ids is null or id = any(user_ids))
  ), attending as materialized (
    select m.user_id, m.grade_id from grade_memberships m
    where m.school_id = school and m.begins_at <= today and (m.ends_at is null or m.ends_at >= today)
      and (concerned is null or m.user_id = any(concerned))
  ), taking as materialized (
    select e.user_id, e.course_id from enrolments e
    where e.school_id = school and e.state = 'SELECTED' and e.joined_at <= today
      and (e.left_at is null or e.left_at >= today) and (concerned is null or e.user_id = any(concerned))
      and (channel_ids is null or e.course_id in (select course_id from open where course_id is not null))
    union all
    select a.user_id, g.course_id from (
      select c.id as course_id, unnest(c.grade_ids) as grade_id from courses c
      where c.school_id = school and c.is_required
        and (channel_ids is null or c.id in (select course_id from open where course_id is not null))
    ) g join attending a on a.grade_id = g.grade_id
  ), parents as materialized (
    select l.parent_id, l.user_id from user_parents l
    where l.school_id = school and (user_ids is null or l.parent_id = any(user_ids))
  ), teaching as materialized (
    select t.id, t.user_id, t.grade_id, t.co_grade_id from teachers t
    where t.school_id = school and t.user_id is not null and t.ended_at is null
      and (user_ids is null or t.user_id = any(user_ids))
  ), kinds as materialized (
    -- All of a kind; those who administer the school write to each of them.
    select p.id, k.target, p.role = 'ADMIN' as is_admin from people p cross join lateral (values
      ('global'), (case p.type when 'STUDENT' then 'students' when 'PARENT' then 'parents' when 'TEACHER' then 'teachers'
        when 'EMPLOYEE' then 'sekretariat' end)) as k (target)
    union all
    select p.id, unnest(array['students', 'parents', 'teachers', 'sekretariat', 'sv']), true from people p
    where p.role = 'ADMIN'
  ), found (channel_id, user_id, is_admin) as (
    select o.id, k.id, k.is_admin from open o join kinds k on k.target = o.target
    where o.grade_id is null and o.course_id is null
    union all
    select o.id, a.user_id, false from open o join attending a on a.grade_id = o.grade_id where o.target = 'students'
    union all
    select o.id, l.parent_id, false from open o join attending a on a.grade_id = o.grade_id
      join parents l on l.user_id = a.user_id where o.target = 'parents'
    union all
    select o.id, t.user_id, true from open o join teaching t on t.grade_id = o.grade_id
    union all
    select o.id, t.user_id, true from open o join teaching t on t.co_grade_id = o.grade_id
    union all
    select o.id, e.user_id, false from open o join taking e on e.course_id = o.course_id where o.target = 'courses'
    union all
    select o.id, l.parent_id, false from open o join taking e on e.course_id = o.course_id
      join parents l on l.user_id = e.user_id where o.target = 'course-parents'
    union all
    select o.id, t.user_id, true from open o
      join (select c.id, unnest(c.teacher_ids) as teacher_id from courses c where c.school_id = school) c on c.id = o.course_id
      join teaching t on t.id = c.teacher_id
  ), wanted as materialized (
    select f.channel_id, f.user_id, bool_or(f.is_admin) as is_admin from found f join people p on p.id = f.user_id
    group by f.channel_id, f.user_id
  ), present as materialized (
    select m.channel_id, m.user_id, m.is_admin, m.method from channel_members m
    where m.school_id = school and m.left_at is null
      and (channel_ids is null or m.channel_id = any(channel_ids)) and (user_ids is null or m.user_id = any(user_ids))
  ), excess as materialized (
    select p.channel_id, p.user_id from present p join open o on o.id = p.channel_id
    where p.method = 'generated'
      and not exists (select from wanted w where w.channel_id = p.channel_id and w.user_id = p.user_id)
  ), gone as (
    update channel_members m set left_at = now(), is_admin = false, is_pinned = false from excess x
    where m.school_id = school and m.channel_id = x.channel_id and m.user_id = x.user_id and m.left_at is null
      and (channel_ids is null or m.channel_id = any(channel_ids)) and (user_ids is null or m.user_id = any(user_ids))
    returning m.channel_id, m.user_id
  ), raised as materialized (
    select p.channel_id, p.user_id from present p
    join wanted w on w.channel_id = p.channel_id and w.user_id = p.user_id
    where p.method = 'generated' and w.is_admin and not p.is_admin
  ), risen as (
    update channel_members m set is_admin = true from raised x
    where m.school_id = school and m.channel_id = x.channel_id and m.user_id = x.user_id
      and (channel_ids is null or m.channel_id = any(channel_ids)) and (user_ids is null or m.user_id = any(user_ids))
  ), missing as materialized (
    select w.* from wanted w
    where not exists (select from present p where p.channel_id = w.channel_id and p.user_id = w.user_id)
  ), chat as materialized (
    select c.channel_id, c.messages_sent from chats c
    where c.school_id = school and c.channel_id in (select channel_id from missing) order by c.id for update
  ), come as (
    insert into channel_members (school_id, channel_id, user_id, is_admin, method, joined_at, read_seq, visible_from_seq)
    select school, n.channel_id, n.user_id, n.is_admin, 'generated', now(), chat.messages_sent, chat.messages_sent
    from missing n join chat on chat.channel_id = n.channel_id
    on conflict (school_id, channel_id, user_id) do update set is_admin = excluded.is_admin, method = 'generated',
      joined_at = excluded.joined_at, left_at = null, read_seq = greatest(channel_members.read_seq, excluded.read_seq),
      visible_from_seq = excluded.visible_from_seq, is_unread = false, is_archived = false
    where channel_members.left_at is not null
    returning channel_members.channel_id, channel_members.user_id
  )
  select channel_id, user_id from gone union all select channel_id, user_id from come;
end
$$;

-- Makes the channels that are missing, with their chats, and ends those whose class or course has ended; returns those that
-- are new, or open again.
create function kreide_settle_channels(school bigint, of_grades bigint[], of_courses bigint[]) returns setof bigint
language plpgsql set plan_cache_mode = 'force_custom_plan' as $$
declare
  year bigint := (select active_school_year_id from schools where id = school);
begin
  return query
  with wanted (target, grade_id, course_id, name) as (
    -- From the first pupil on: a plan without people has no channels.
    select t.target, g.id, null::bigint, g.shortcut from grades g cross join (values ('students'), ('parents')) as t (target)
    where g.school_id = school and g.id = any(of_grades) and g.ended_at is null
      and exists (select from grade_memberships m where m.school_id = school and m.grade_id = g.id)
    union all
    select t.target, null, c.id, c.shortcut from courses c cross join (values ('courses'), ('course-parents')) as t (target)
    where c.school_id = school and c.id = any(of_courses) and c.ended_at is null and not c.is_temp
      and (c.season_id is null or year is null or c.season_id = year)
      and (exists (select from enrolments e where e.school_id = school and e.course_id = c.id and e.state = 'SELECTED')
        or (c.is_required and exists (
          select from grade_memberships m where m.school_id = school and m.grade_id = any(c.grade_ids))))
  ), made as (
    insert into channels (school_id, type, target, grade_id, course_id, name, is_twoway, is_leavable)
    select school, 'GENERATED', target, grade_id, course_id, name, target in ('students', 'courses'), false from wanted
    on conflict (school_id, target, coalesce(grade_id, 0), coalesce(course_id, 0))
      where type in ('GENERATED', 'GLOBAL') and deleted_at is null do nothing
    returning id
  )
  insert into chats (school_id, channel_id) select school, id from made returning channel_id;

  return query
  update channels h set ended_at = case when s.is_current then null else now() end
  from (
    select h.id, case when h.grade_id is not null then g.ended_at is null
      else c.ended_at is null and (c.season_id is null or year is null or c.season_id = year) end as is_current
    from channels h
    left join grades g on g.school_id = school and g.id = h.grade_id
    left join courses c on c.school_id = school and c.id = h.course_id
    where h.school_id = school and (h.grade_id = any(of_grades) or h.course_id = any(of_courses))
  ) s
  where h.school_id = school and h.id = s.id and (h.ended_at is null) <> s.is_current
  returning h.id;
end
$$;

-- What a transaction has touched: somebody, somebody of a class or course, or all of one. Its rows are gone before it is
-- committed.
create table channel_marks (
  school_id bigint not null,
  id bigint generated always as identity,
  grade_id bigint,
  course_id bigint,
  user_id bigint,
  primary key (school_id, id)
);

-- Settles everything that the transaction has marked, once, and tells those who came or went.
create function kreide_settle_marks() returns trigger language plpgsql set plan_cache_mode = 'force_custom_plan' as $$
declare
  place record;
  opened bigint[];
  told bigint[];
begin
  if not exists (select from channel_marks where school_id = new.school_id and id = new.id) then return null; end if;
  for place in
    with taken as (delete from channel_marks returning school_id, grade_id, course_id, user_id)
    select school_id, coalesce(array_agg(distinct grade_id) filter (where grade_id is not null), '{}') as grades,
      coalesce(array_agg(distinct course_id) filter (where course_id is not null), '{}') as courses,
      coalesce(array_agg(distinct user_id) filter (where user_id is not null), '{}') as people,
      coalesce(array_agg(distinct user_id) filter (where coalesce(grade_id, course_id) is null), '{}') as alone,
      coalesce(array_agg(distinct grade_id) filter (where user_id is null and grade_id is not null), '{}') as whole_grades,
      coalesce(array_agg(distinct course_id) filter (where user_id is null and course_id is not null), '{}') as whole_courses
    from taken group by school_id order by school_id
  loop
    -- One after the other: two changes at once would each not see what the other does.
    perform pg_advisory_xact_lock(hashtextextended('kreide_channels', place.school_id));
    -- The courses that a whole class takes follow the class.
    place.courses := array(
      select unnest(place.courses)
      union select c.id from courses c where c.school_id = place.school_id and c.is_required and c.grade_ids && place.grades);
    opened := array(select kreide_settle_channels(place.school_id, place.grades, place.courses));
    -- A few people are looked at wherever they are; with many, whole classes and courses are.
    if cardinality(place.people) > 200 then
      place.people := place.alone;
      place.whole_grades := place.grades;
      place.whole_courses := place.courses;
    end if;
    place.people := array(
      select unnest(place.people)
      union select l.parent_id from user_parents l where l.school_id = place.school_id and l.user_id = any(place.people));
    with scopes (channel_ids, user_ids) as (
      select array_agg(h.id), null::bigint[] from channels h
      where h.school_id = place.school_id
        and (h.grade_id = any(place.whole_grades) or h.course_id = any(place.whole_courses) or h.id = any(opened))
      union all select null, place.people where place.people <> '{}'
    ), changed as materialized (
      select s.* from scopes
      cross join lateral kreide_settle_members(place.school_id, scopes.channel_ids, scopes.user_ids) s
      where scopes.channel_ids is not null or scopes.user_ids is not null
    ), several as (
      -- Of a change of many, everybody is told once: they ask for all their channels again.
      select count(distinct changed_channel) > 20 as is_many from changed
    ), sent as (
      insert into outbox (school_id, event, audience, payload, emitted_at)
      select place.school_id, 'channel.changed', jsonb_agg(distinct 'user:' || c.changed_user),
        jsonb_build_object('channel_id', min(c.changed_channel)), now()
      from changed c cross join several
      group by case when several.is_many then 0 else c.changed_channel end
      returning id
    )
    select array_agg(id) into told from sent;
    if told is not null then perform pg_notify('kreide_outbox', 'database ' || array_to_string(told, ',')); end if;
  end loop;
  return null;
end
$$;
create constraint trigger channel_marks_settle after insert on channel_marks
  deferrable initially deferred for each row execute function kreide_settle_marks();

-- Every school has these, with whoever is there.
create function kreide_school_channels(school bigint) returns void language sql as $$
  with made as (
    insert into channels (school_id, type, target, name, is_twoway, is_leavable)
    select school, case target when 'global' then 'GLOBAL' else 'GENERATED' end, target, target,
      target in ('teachers', 'sekretariat', 'sv'), false
    from unnest(array['global', 'teachers', 'students', 'parents', 'sekretariat', 'sv']) as t (target)
    on conflict (school_id, target, coalesce(grade_id, 0), coalesce(course_id, 0))
      where type in ('GENERATED', 'GLOBAL') and deleted_at is null do nothing
    returning id
  )
  insert into chats (school_id, channel_id) select school, id from made
$$;
create function kreide_school_channels_made() returns trigger language plpgsql as $$
begin
  perform kreide_school_channels(new.id);
  return null;
end
$$;
create trigger schools_channels after insert on schools for each row execute function kreide_school_channels_made();

-- The courses of the year before end, those of the new one begin.
create function kreide_school_year_marks() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, course_id) select school_id, id from courses where school_id = new.id;
  return null;
end
$$;
create trigger schools_year_channels after update on schools for each row
  when (old.active_school_year_id is distinct from new.active_school_year_id)
  execute function kreide_school_year_marks();

-- Those that follow serve what was and what is alike: the rows have one name.
create function kreide_mark_people_of() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, user_id) select distinct school_id, user_id from changed_rows where user_id is not null;
  return null;
end
$$;
create trigger teachers_channels_added after insert on teachers
  referencing new table as changed_rows for each statement execute function kreide_mark_people_of();
create trigger teachers_channels_removed after delete on teachers
  referencing old table as changed_rows for each statement execute function kreide_mark_people_of();
create function kreide_mark_teachers() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, user_id)
  select distinct o.school_id, p.user_id from old_rows o join new_rows n on n.school_id = o.school_id and n.id = o.id
  cross join lateral (values (o.user_id), (n.user_id)) as p (user_id)
  where p.user_id is not null and (o.user_id, o.grade_id, o.co_grade_id, o.ended_at is null)
    is distinct from (n.user_id, n.grade_id, n.co_grade_id, n.ended_at is null);
  return null;
end
$$;
create trigger teachers_channels_changed after update on teachers
  referencing old table as old_rows new table as new_rows for each statement execute function kreide_mark_teachers();

create function kreide_mark_added_users() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, user_id) select school_id, id from new_rows;
  return null;
end
$$;
create trigger users_channels_added after insert on users
  referencing new table as new_rows for each statement execute function kreide_mark_added_users();
create function kreide_mark_users() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, user_id)
  select n.school_id, n.id from old_rows o join new_rows n on n.school_id = o.school_id and n.id = o.id
  where (o.type, o.role, o.deleted_at is null, o.expire_at) is distinct from (n.type, n.role, n.deleted_at is null, n.expire_at);
  return null;
end
$$;
create trigger users_channels_changed after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function kreide_mark_users();

create function kreide_mark_parents_of() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, user_id) select distinct school_id, parent_id from changed_rows;
  return null;
end
$$;
create trigger user_parents_channels_added after insert on user_parents
  referencing new table as changed_rows for each statement execute function kreide_mark_parents_of();
create trigger user_parents_channels_removed after delete on user_parents
  referencing old table as changed_rows for each statement execute function kreide_mark_parents_of();

create function kreide_mark_grades_of() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, grade_id, user_id) select distinct school_id, grade_id, user_id from changed_rows;
  return null;
end
$$;
create trigger grade_memberships_channels_added after insert on grade_memberships
  referencing new table as changed_rows for each statement execute function kreide_mark_grades_of();
create trigger grade_memberships_channels_removed after delete on grade_memberships
  referencing old table as changed_rows for each statement execute function kreide_mark_grades_of();
create trigger grade_memberships_channels_left after update on grade_memberships
  referencing old table as changed_rows for each statement execute function kreide_mark_grades_of();
create trigger grade_memberships_channels_changed after update on grade_memberships
  referencing new table as changed_rows for each statement execute function kreide_mark_grades_of();

create function kreide_mark_courses_of() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, course_id, user_id) select distinct school_id, course_id, user_id from changed_rows;
  return null;
end
$$;
create trigger enrolments_channels_added after insert on enrolments
  referencing new table as changed_rows for each statement execute function kreide_mark_courses_of();
create trigger enrolments_channels_removed after delete on enrolments
  referencing old table as changed_rows for each statement execute function kreide_mark_courses_of();
create trigger enrolments_channels_left after update on enrolments
  referencing old table as changed_rows for each statement execute function kreide_mark_courses_of();
create trigger enrolments_channels_changed after update on enrolments
  referencing new table as changed_rows for each statement execute function kreide_mark_courses_of();

create function kreide_mark_grades() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, grade_id)
  select n.school_id, n.id from old_rows o join new_rows n on n.school_id = o.school_id and n.id = o.id
  where (o.ended_at is null) <> (n.ended_at is null);
  return null;
end
$$;
create trigger grades_channels_changed after update on grades
  referencing old table as old_rows new table as new_rows for each statement execute function kreide_mark_grades();

create function kreide_mark_added_courses() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, course_id) select school_id, id from new_rows where is_required;
  return null;
end
$$;
create trigger courses_channels_added after insert on courses
  referencing new table as new_rows for each statement execute function kreide_mark_added_courses();
create function kreide_mark_changed_courses() returns trigger language plpgsql as $$
begin
  insert into channel_marks (school_id, course_id)
  select n.school_id, n.id from old_rows o join new_rows n on n.school_id = o.school_id and n.id = o.id
  where (o.grade_ids, o.teacher_ids, o.is_required, o.is_temp, o.season_id, o.ended_at is null)
    is distinct from (n.grade_ids, n.teacher_ids, n.is_required, n.is_temp, n.season_id, n.ended_at is null);
  return null;
end
$$;
create trigger courses_channels_changed after update on courses
  referencing old table as old_rows new table as new_rows for each statement execute function kreide_mark_changed_courses();

-- A membership begins or ends with a day that comes: what began or ended in the last days is settled again.
create function kreide_mark_days() returns bigint language sql as $$
  with units as (
    insert into channel_marks (school_id, grade_id, course_id, user_id)
    select m.school_id, m.grade_id, null::bigint, null::bigint from grade_memberships m
    where m.begins_at between current_date - 2 and current_date + 1 or m.ends_at between current_date - 3 and current_date
    union
    select e.school_id, null, e.course_id, null from enrolments e
    where e.joined_at between current_date - 2 and current_date + 1 or e.left_at between current_date - 3 and current_date
    union
    select u.school_id, null, null, u.id from users u
    where u.expire_at between now() - interval '3 days' and now()
    returning 1
  )
  select count(*) from units
$$;

select kreide_school_channels(id) from schools;
insert into channel_marks (school_id, user_id) select school_id, id from users;
insert into channel_marks (school_id, grade_id) select school_id, id from grades;
insert into channel_marks (school_id, course_id) select school_id, id from courses;
