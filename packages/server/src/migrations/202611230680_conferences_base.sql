-- Conferences of channels: who carries them, who is in them, and what people say about them afterwards.
create table conferences (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  channel_id bigint not null,
  provider text not null check (provider in ('mesh', 'bbb', 'jitsi')),
  -- Who began it, and who leads it now; null: the account is gone.
  user_id bigint,
  host_id bigint,
  has_lobby boolean not null,
  -- The name of the room at another server: nobody can guess it from the address of the conference.
  room uuid not null default gen_random_uuid(),
  -- When the room was first made there.
  opened_at timestamptz,
  -- When the other server said that the room has closed; it is heard once.
  end_told_at timestamptz,
  created_at timestamptz not null,
  -- When the first person came.
  joined_at timestamptz,
  ended_at timestamptz,
  -- Since when nobody is in it.
  empty_since timestamptz,
  primary key (school_id, id),
  unique (school_id, uuid),
  foreign key (school_id, channel_id) references channels (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, host_id) references users (school_id, id)
);
-- One at a time in a channel: whoever presses at the same moment lands in the same one.
create unique index conferences_running on conferences (school_id, channel_id) where ended_at is null;
create index conferences_open on conferences (created_at) where ended_at is null;
create index conferences_ended on conferences (ended_at) where ended_at is not null;

create table conference_participants (
  school_id bigint not null,
  conference_id bigint not null,
  user_id bigint not null,
  state text not null check (state in ('waiting', 'in', 'left', 'removed')),
  media text not null check (media in ('video', 'sound')),
  is_muted boolean not null default false,
  is_sharing boolean not null default false,
  -- The tab with which they are in it.
  connection uuid not null,
  -- When they were first let in; null: never.
  joined_at timestamptz,
  -- When they last said that they are there.
  seen_at timestamptz not null,
  left_at timestamptz,
  -- The way into the room of another server: works once, for a minute.
  ticket_hash bytea,
  ticket_expires_at timestamptz,
  primary key (school_id, conference_id, user_id),
  foreign key (school_id, conference_id) references conferences (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  check ((ticket_hash is null) = (ticket_expires_at is null))
);
create index conference_participants_user on conference_participants (school_id, user_id);
create index conference_participants_ticket on conference_participants (school_id, ticket_hash)
  where ticket_hash is not null;

create table conference_feedback (
  school_id bigint not null,
  conference_id bigint not null,
  user_id bigint not null,
  rating integer not null check (rating between 1 and 5),
  comment text,
  updated_at timestamptz not null,
  primary key (school_id, conference_id, user_id),
  foreign key (school_id, conference_id) references conferences (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index conference_feedback_user on conference_feedback (school_id, user_id);

-- A message can be about a conference.
alter table messages drop constraint messages_target_type_check;
alter table messages add constraint messages_target_type_check
  check (target_type in ('event', 'lesson', 'account', 'surveyForm', 'conferences', 'news', 'surveys'));
