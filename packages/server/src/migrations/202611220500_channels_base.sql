-- Channels, chats and messages: so far the personal channel of each person, which only the server writes.
create table channels (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  type text not null check (type in ('GENERATED', 'CUSTOM', 'GLOBAL', 'CHAT')),
  -- Whose personal channel it is; null for every other.
  owner_id bigint,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, owner_id),
  foreign key (school_id, owner_id) references users (school_id, id)
);

-- The row lock of a chat puts its changes into one order: messages_sent is the number of the last message, without gaps,
-- change_seq counts every change of a message too.
create table chats (
  school_id bigint not null,
  id bigint generated always as identity,
  channel_id bigint not null,
  messages_sent bigint not null default 0,
  change_seq bigint not null default 0,
  last_change_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, channel_id),
  foreign key (school_id, channel_id) references channels (school_id, id)
);

create table messages (
  school_id bigint not null,
  chat_id bigint not null,
  seq bigint not null,
  uuid uuid not null default gen_random_uuid(),
  -- Null: the server wrote it.
  user_id bigint,
  type text not null check (type in ('MESSAGE', 'VOICE', 'KNOCK', 'NC_EVENT', 'HINT')),
  -- Plain text; the first line of a notification is its title.
  content text not null,
  target_type text check (target_type in ('event', 'lesson', 'account')),
  target_id bigint,
  target_snapshot jsonb,
  actions jsonb not null default '[]',
  -- Of a notification; of all others the reader's place in the chat says it.
  is_read boolean,
  change_seq bigint not null,
  created_at timestamptz not null default now(),
  primary key (school_id, chat_id, seq),
  unique (school_id, uuid),
  foreign key (school_id, chat_id) references chats (school_id, id)
);
create index messages_read on messages (school_id, chat_id, is_read, seq desc) where type = 'NC_EVENT';

-- Everybody has a personal channel, however the account was made.
create function kreide_personal_channels() returns trigger language plpgsql as $$
begin
  with channel as (
    insert into channels (school_id, type, owner_id) select school_id, 'CHAT', id from added returning school_id, id
  )
  insert into chats (school_id, channel_id) select school_id, id from channel;
  return null;
end
$$;
create trigger users_personal_channel after insert on users
  referencing new table as added for each statement execute function kreide_personal_channels();
with channel as (
  insert into channels (school_id, type, owner_id) select school_id, 'CHAT', id from users returning school_id, id
)
insert into chats (school_id, channel_id) select school_id, id from channel;
