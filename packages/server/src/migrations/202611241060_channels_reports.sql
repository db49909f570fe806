-- What people report of what others have written in chats, with what stood there then: who takes a message back does not
-- take the report with it.
create table message_reports (
  school_id bigint not null,
  id bigint generated always as identity,
  channel_id bigint not null,
  chat_id bigint not null,
  seq bigint not null,
  author_id bigint not null,
  reporter_id bigint not null,
  reason text not null,
  -- The message, and what was written before it, without names.
  snapshot jsonb not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'REMOVED', 'DISMISSED')),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint,
  primary key (school_id, id),
  foreign key (school_id, channel_id) references channels (school_id, id),
  foreign key (school_id, author_id) references users (school_id, id),
  foreign key (school_id, reporter_id) references users (school_id, id),
  foreign key (school_id, decided_by) references users (school_id, id),
  check ((state = 'OPEN') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
-- The same person reports the same message once.
create unique index message_reports_once on message_reports (school_id, chat_id, seq, reporter_id) where state = 'OPEN';
create index message_reports_open on message_reports (school_id, (state = 'OPEN'), id);
create index message_reports_author on message_reports (school_id, author_id);
create index message_reports_reporter on message_reports (school_id, reporter_id);
create index message_reports_decided on message_reports (decided_at) where decided_at is not null;
