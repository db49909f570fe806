-- How people have reacted to messages: everybody has one reaction to each.
create table message_reactions (
  school_id bigint not null,
  chat_id bigint not null,
  seq bigint not null,
  user_id bigint not null,
  reaction text not null check (reaction in ('thumbs_up', 'heart', 'laugh', 'surprise', 'sad', 'thanks')),
  reacted_at timestamptz not null,
  primary key (school_id, chat_id, seq, user_id),
  foreign key (school_id, chat_id, seq) references messages (school_id, chat_id, seq) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
);
create index message_reactions_user on message_reactions (school_id, user_id, reacted_at);

-- The message that stands above the others of its chat.
alter table chats add column pinned_seq bigint;
alter table chats add foreign key (school_id, id, pinned_seq) references messages (school_id, chat_id, seq)
  on delete set null (pinned_seq);
create index chats_pinned on chats (school_id, id, pinned_seq) where pinned_seq is not null;
