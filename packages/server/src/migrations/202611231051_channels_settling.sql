-- Settling is asked for by each mark, and done by the first: the others only look whether theirs is gone. That look is planned
-- once and without settings of its own, or an import of a thousand people waits for a thousand plans.
create function kreide_settle_all_marks() returns void language plpgsql set plan_cache_mode = 'force_custom_plan' as $$
declare
  place record;
  opened bigint[];
  told bigint[];
begin
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
end
$$;

create or replace function kreide_settle_marks() returns trigger language plpgsql as $$
begin
  if exists (select from channel_marks where school_id = new.school_id and id = new.id) then
    perform kreide_settle_all_marks();
  end if;
  return null;
end
$$;
