-- One row for each mail: what waits to be sent, and afterwards, without address and text, what became of it.
create table mails (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  -- Names the mail for its receivers: sent twice, it is shown once.
  uuid uuid not null default gen_random_uuid(),
  user_id bigint,
  kind text not null,
  recipient text,
  content jsonb,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'REFUSED', 'FAILED')),
  -- Reply code of the mail server.
  code integer,
  tries integer not null default 0,
  created_at timestamptz not null,
  not_before timestamptz not null,
  expires_at timestamptz not null,
  done_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  check ((state = 'WAITING') = (content is not null and recipient is not null and done_at is null))
);
create index mails_waiting on mails (school_id, not_before) where state = 'WAITING';
create index mails_user on mails (school_id, user_id, id desc);
create index mails_age on mails (created_at);
