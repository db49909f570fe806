-- Files in chats: a message may carry one. Who takes the message back lets go of it.
alter table messages
  add column file_id bigint,
  add foreign key (school_id, file_id) references files (school_id, id);
create unique index messages_file on messages (school_id, file_id) where file_id is not null;
-- How many files a chat has.
create index messages_with_file on messages (school_id, chat_id) where file_id is not null;
