-- Programs are told when somebody signs out here (OpenID Connect Back-Channel Logout 1.0), if they have an address for it.
alter table identity_clients
  add column backchannel_uri text,
  add column told_at timestamptz,
  add column failed_at timestamptz,
  add column failure text
    check (failure in ('address', 'elsewhere', 'timeout', 'unreachable', 'unresolvable', 'untrusted', 'answer')),
  -- What the program has answered with; null: nothing.
  add column failed_status integer;

-- Who has to be signed out at a program. A row goes when the program has been told, or after some hours without it.
create table identity_sign_outs (
  school_id bigint not null,
  id bigint generated always as identity,
  client_id bigint not null,
  -- By which name the program knows the sign-in, and the uuid of the account.
  sid uuid not null,
  person uuid not null,
  -- When the program could not be told for the first time.
  tried_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, client_id) references identity_clients (school_id, id) on delete cascade
);
create index identity_sign_outs_client on identity_sign_outs (school_id, client_id, id);

-- Ends what somebody's sessions have given to programs, or one session alone, and notes whom that concerns.
create function kreide_end_sign_ins(school bigint, person bigint, session bigint) returns void language sql as $$
  with gone as (
    delete from identity_grants g
    where g.school_id = school and g.user_id = person and (session is null or g.session_id = session)
    returning g.client_id, g.user_id, g.key
  )
  insert into identity_sign_outs (school_id, client_id, sid, person)
  select school, c.id, gone.key, u.uuid
  from gone
  join identity_clients c on c.school_id = school and c.id = gone.client_id and c.is_on and c.backchannel_uri is not null
  join users u on u.school_id = school and u.id = gone.user_id
$$;

-- However a session ends.
create function kreide_session_ended() returns trigger language plpgsql as $$
begin
  perform kreide_end_sign_ins(old.school_id, old.user_id, old.id);
  return old;
end
$$;
create trigger sessions_ended before delete on sessions for each row execute function kreide_session_ended();

-- Whoever is locked or archived, or has left, is signed in nowhere. Those whose last day comes by itself are found every night.
create function kreide_account_ended() returns trigger language plpgsql as $$
begin
  perform kreide_end_sign_ins(new.school_id, new.id, null);
  return null;
end
$$;
create trigger users_ended
  after update on users for each row
  when ((new.is_locked and not old.is_locked)
    or (new.deleted_at is not null and old.deleted_at is null)
    or ((new.expire_at, new.read_only_from) is distinct from (old.expire_at, old.read_only_from)
      and (new.expire_at <= now() or (new.expire_at is not null and new.read_only_from <= now()))))
  execute function kreide_account_ended();

-- One job for each school and transaction. It is ordered when everything else is done: whoever waits for it holds up nobody.
create function kreide_sign_outs_noted() returns trigger language plpgsql as $$
begin
  if current_setting('kreide.telling', true) is distinct from new.school_id::text then
    perform graphile_worker.add_job(
      'identity-provider:tell', json_build_object('school_id', new.school_id), queue_name := 'identity-' || new.school_id,
      max_attempts := 10, job_key := 'identity-provider:tell ' || new.school_id);
    perform set_config('kreide.telling', new.school_id::text, true);
  end if;
  return null;
end
$$;
create constraint trigger identity_sign_outs_noted after insert on identity_sign_outs
  deferrable initially deferred for each row execute function kreide_sign_outs_noted();
