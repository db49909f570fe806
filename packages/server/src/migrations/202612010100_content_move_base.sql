-- Content of channels moves into the new school year: the chat, the files or both, and back within a month.
alter table channels
  -- When the content of a channel of an old school year was moved to another.
  add column content_moved_at timestamptz,
  -- In which school year it was decided what becomes of its content: moved, archived, or started empty.
  add column content_decided_year_id bigint,
  add foreign key (school_id, content_decided_year_id) references school_years (school_id, id)
    on delete set null (content_decided_year_id);
create index channels_decided_year on channels (school_id, content_decided_year_id)
  where content_decided_year_id is not null;

-- Who leaves a channel administers it no longer: that they did is what content may be moved by.
alter table channel_members add column was_admin boolean not null default false;
create function kreide_keep_admin() returns trigger language plpgsql as $$
begin
  new.was_admin := old.is_admin;
  return new;
end
$$;
create trigger channel_members_left before update on channel_members for each row
  when (old.left_at is null and new.left_at is not null) execute function kreide_keep_admin();

-- Reactions and mentions go where their message goes.
alter table message_reactions
  drop constraint message_reactions_school_id_chat_id_seq_fkey,
  add foreign key (school_id, chat_id, seq) references messages (school_id, chat_id, seq)
    on update cascade on delete cascade;
alter table message_mentions
  drop constraint message_mentions_school_id_chat_id_seq_fkey,
  add foreign key (school_id, chat_id, seq) references messages (school_id, chat_id, seq)
    on update cascade on delete cascade;

-- A move, and how far it is: each of its steps is one transaction.
create table content_moves (
  school_id bigint not null,
  id bigint generated always as identity,
  old_channel_id bigint not null,
  new_channel_id bigint not null,
  -- In which it was made.
  school_year_id bigint not null,
  has_chat boolean not null,
  has_cloud boolean not null,
  is_shown_to_newcomers boolean not null,
  state text not null default 'MOVING' check (state in ('MOVING', 'DONE', 'UNDOING', 'UNDONE')),
  -- Only what was there before this instant moves; null: everything.
  moved_before timestamptz,
  -- The messages of the old chat up to this one become those of the new chat after `messages_from`.
  messages_up_to bigint not null default 0,
  messages_from bigint not null default 0,
  -- Up to this message they have moved.
  messages_moved bigint not null default 0,
  pinned_seq bigint,
  -- From which message on members saw the old chat, and see the new one afterwards.
  old_places jsonb not null default '[]',
  new_places jsonb not null default '[]',
  -- Up to this entry the files at the top of the cloud have moved.
  entries_moved bigint not null default 0,
  created_by bigint,
  created_at timestamptz not null,
  undo_until timestamptz not null,
  undone_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, old_channel_id) references channels (school_id, id) on delete cascade,
  foreign key (school_id, new_channel_id) references channels (school_id, id) on delete cascade,
  foreign key (school_id, school_year_id) references school_years (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id),
  check (has_chat or has_cloud),
  check (old_channel_id <> new_channel_id)
);
create index content_moves_old on content_moves (school_id, old_channel_id, id);
create index content_moves_new on content_moves (school_id, new_channel_id, id);
create index content_moves_year on content_moves (school_id, school_year_id);
create index content_moves_by on content_moves (school_id, created_by) where created_by is not null;
create index content_moves_unfinished on content_moves (state) where state in ('MOVING', 'UNDOING');
create index content_moves_over on content_moves (undo_until);

-- The entries at the top of a cloud that a move has taken along, with what lies below them.
create table content_move_entries (
  school_id bigint not null,
  move_id bigint not null,
  entry_id bigint not null,
  -- What it was called before, and was called then.
  former_name text not null,
  placed_name text not null,
  primary key (school_id, move_id, entry_id),
  foreign key (school_id, move_id) references content_moves (school_id, id) on delete cascade,
  foreign key (school_id, entry_id) references cloud_files (school_id, id) on delete cascade
);
create index content_move_entries_entry on content_move_entries (school_id, entry_id);
