-- Whom messages mention, and where in their text: `length` code units from `place` on.
create table message_mentions (
  school_id bigint not null,
  chat_id bigint not null,
  seq bigint not null,
  place integer not null check (place >= 0),
  length integer not null check (length > 1),
  user_id bigint not null,
  primary key (school_id, chat_id, seq, place),
  foreign key (school_id, chat_id, seq) references messages (school_id, chat_id, seq) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
);
create index message_mentions_user on message_mentions (school_id, user_id);

alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check
  check (kind in ('lesson', 'account', 'test', 'admin', 'news', 'event', 'absence', 'returned', 'mention'));
