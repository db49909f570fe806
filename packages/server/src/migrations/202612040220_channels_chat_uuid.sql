-- A chat is a folder of its channel's cloud as well, which is addressed as every other.
alter table chats add column uuid uuid not null default gen_random_uuid();
create unique index chats_uuid on chats (school_id, uuid);
