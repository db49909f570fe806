-- Activation letters that somebody orders for many people, and each of these people: whether on paper or by mail, or why not. The codes
-- themselves are in activation_keys, those on paper sealed under the uuid of the order as their batch.
create table letter_runs (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  by_mail boolean not null,
  language text not null check (language in ('de', 'en', 'es', 'tr', 'uk', 'fr', 'it')),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  created_by bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id)
);
create index letter_runs_by_person on letter_runs (school_id, created_by, id desc);
create index letter_runs_over on letter_runs (expires_at);

create table letter_entries (
  school_id bigint not null,
  run_id bigint not null,
  user_id bigint not null,
  way text not null check (way in ('paper', 'mail')),
  state text not null check (state in ('waiting', 'done', 'left')),
  reason text check (reason in ('signed_in', 'administrator', 'locked', 'ended', 'archived', 'service', 'changed')),
  -- By which a mail that has not gone yet is found again.
  mail_uuid uuid,
  primary key (school_id, run_id, user_id),
  foreign key (school_id, run_id) references letter_runs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((state = 'left') = (reason is not null))
);
create index letter_entries_by_person on letter_entries (school_id, user_id);
