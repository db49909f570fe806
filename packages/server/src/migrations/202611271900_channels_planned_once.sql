-- The setting that had the statement planned for its values had each check of a reference planned anew as well, two for every
-- member that comes: a tenth of a millisecond each, seconds for a whole school. A statement that is executed as a text is
-- planned for its values without it.
alter function kreide_settle_all_marks() reset plan_cache_mode;
create or replace function kreide_settle_members(school bigint, channel_ids bigint[], user_ids bigint[])
returns table (changed_channel bigint, changed_user bigint)
language plpgsql set enable_nestloop = 'off' as $$
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
  return query execute $query$
  with open as materialized (
    select id, target, grade_id, course_id from channels
    where school_id = $1 and type in ('GENERATED', 'GLOBAL') and ended_at is null and deleted_at is null
      and ($2 is null or id = any($2))
  ), people as materialized (
    select id, type, role from users
    where school_id = $1 and deleted_at is null and (expire_at is null or expire_at > now())
      and ($3 is null or id = any($3))
  ), attending as materialized (
    select m.user_id, m.grade_id from grade_memberships m
    where m.school_id = $1 and m.begins_at <= $4 and (m.ends_at is null or m.ends_at >= $4)
      and ($5 is null or m.user_id = any($5))
  ), taking as materialized (
    select e.user_id, e.course_id from enrolments e
    where e.school_id = $1 and e.state = 'SELECTED' and e.joined_at <= $4
      and (e.left_at is null or e.left_at >= $4) and ($5 is null or e.user_id = any($5))
      and ($2 is null or e.course_id in (select course_id from open where course_id is not null))
    union all
    select a.user_id, g.course_id from (
      select c.id as course_id, unnest(c.grade_ids) as grade_id from courses c
      where c.school_id = $1 and c.is_required
        and ($2 is null or c.id in (select course_id from open where course_id is not null))
    ) g join attending a on a.grade_id = g.grade_id
  ), parents as materialized (
    select l.parent_id, l.user_id from user_parents l
    where l.school_id = $1 and ($3 is null or l.parent_id = any($3))
  ), teaching as materialized (
    select t.id, t.user_id, t.grade_id, t.co_grade_id from teachers t
    where t.school_id = $1 and t.user_id is not null and t.ended_at is null
      and ($3 is null or t.user_id = any($3))
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
      join (select c.id, unnest(c.teacher_ids) as teacher_id from courses c where c.school_id = $1) c on c.id = o.course_id
      join teaching t on t.id = c.teacher_id
  ), wanted as materialized (
    select f.channel_id, f.user_id, bool_or(f.is_admin) as is_admin from found f join people p on p.id = f.user_id
    group by f.channel_id, f.user_id
  ), present as materialized (
    select m.channel_id, m.user_id, m.is_admin, m.method from channel_members m
    where m.school_id = $1 and m.left_at is null
      and ($2 is null or m.channel_id = any($2)) and ($3 is null or m.user_id = any($3))
  ), excess as materialized (
    select p.channel_id, p.user_id from present p join open o on o.id = p.channel_id
    where p.method = 'generated'
      and not exists (select from wanted w where w.channel_id = p.channel_id and w.user_id = p.user_id)
  ), gone as (
    update channel_members m set left_at = now(), is_admin = false, is_pinned = false from excess x
    where m.school_id = $1 and m.channel_id = x.channel_id and m.user_id = x.user_id and m.left_at is null
      and ($2 is null or m.channel_id = any($2)) and ($3 is null or m.user_id = any($3))
    returning m.channel_id, m.user_id
  ), raised as materialized (
    select p.channel_id, p.user_id from present p
    join wanted w on w.channel_id = p.channel_id and w.user_id = p.user_id
    where p.method = 'generated' and w.is_admin and not p.is_admin
  ), risen as (
    update channel_members m set is_admin = true from raised x
    where m.school_id = $1 and m.channel_id = x.channel_id and m.user_id = x.user_id
      and ($2 is null or m.channel_id = any($2)) and ($3 is null or m.user_id = any($3))
  ), missing as materialized (
    select w.* from wanted w
    where not exists (select from present p where p.channel_id = w.channel_id and p.user_id = w.user_id)
  ), chat as materialized (
    select c.channel_id, c.messages_sent from chats c
    where c.school_id = $1 and c.channel_id in (select channel_id from missing) order by c.id for update
  ), come as (
    insert into channel_members (school_id, channel_id, user_id, is_admin, method, joined_at, read_seq, visible_from_seq)
    select $1, n.channel_id, n.user_id, n.is_admin, 'generated', now(), chat.messages_sent, chat.messages_sent
    from missing n join chat on chat.channel_id = n.channel_id
    on conflict (school_id, channel_id, user_id) do update set is_admin = excluded.is_admin, method = 'generated',
      joined_at = excluded.joined_at, left_at = null, read_seq = greatest(channel_members.read_seq, excluded.read_seq),
      visible_from_seq = excluded.visible_from_seq, is_unread = false, is_archived = false
    where channel_members.left_at is not null
    returning channel_members.channel_id, channel_members.user_id
  )
  select channel_id, user_id from gone union all select channel_id, user_id from come
  $query$ using school, channel_ids, user_ids, today, concerned;
end
$$;
