-- Codes that open an account or join a parent to a child (P-7.20). The letters are never stored, only what they become with the server's key.
create table activation_keys (
  school_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('account', 'child')),
  -- Whose account is activated, or the child whom a parent joins.
  user_id bigint not null,
  code_hash bytea not null,
  created_by bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Who used it: the person of the account, or the parent.
  used_by bigint,
  withdrawn_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id),
  foreign key (school_id, used_by) references users (school_id, id)
);
create unique index activation_keys_code on activation_keys (code_hash);
create index activation_keys_user on activation_keys (school_id, user_id);
create index activation_keys_creator on activation_keys (school_id, created_by);
create index activation_keys_receiver on activation_keys (school_id, used_by);

-- To which version of the terms and the privacy notice somebody agreed, and when.
create table consents (
  school_id bigint not null,
  user_id bigint not null,
  version text not null,
  agreed_at timestamptz not null,
  primary key (school_id, user_id, version),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- What teachers said they teach, until the timetable says it.
create table teachings (
  school_id bigint not null,
  user_id bigint not null,
  grade_ids bigint[] not null default '{}',
  subject_ids bigint[] not null default '{}',
  updated_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
