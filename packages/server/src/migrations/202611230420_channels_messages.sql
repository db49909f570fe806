-- What people write in the chats of channels: replies, changes, and messages that were taken back.
alter table messages
  add column reply_uuid uuid,
  add column updated_at timestamptz not null default now(),
  add column edited_at timestamptz,
  -- Taken back: the content is empty then.
  add column unset_at timestamptz,
  add column unset_by bigint,
  add foreign key (school_id, user_id) references users (school_id, id),
  add foreign key (school_id, unset_by) references users (school_id, id),
  add check ((unset_at is null) = (unset_by is null));
update messages set updated_at = created_at;
create index messages_changes on messages (school_id, chat_id, change_seq);
-- How much somebody has written of late.
create index messages_author on messages (school_id, user_id, created_at) where user_id is not null;
