-- Many rows that come at once are unknown to the planner until the database looks by itself, a minute later: lists that join
-- them take seconds until then. Whoever brought them asks for the look; only the owner of the tables may have it.
create function kreide_analyze() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one regclass;
begin
  for one in
    select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relowner = (select oid from pg_roles where rolname = current_user)
  loop
    execute format('analyze %s', one);
  end loop;
end
$$;
