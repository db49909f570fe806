-- Archives of what is stored about a person. Their content is a file of the store under `file_uuid` once they are ready. After
-- `expires_at` they are removed; one that is still waiting then has failed. When a person is erased, the row stays without them until
-- its content is gone.
create table personal_archives (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  file_uuid uuid not null default gen_random_uuid(),
  user_id bigint,
  created_by bigint,
  state text not null default 'WAITING' check (state in ('WAITING', 'READY', 'FAILED')),
  progress integer not null default 0,
  size bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id),
  check ((state = 'READY') = (size is not null))
);
create index personal_archives_user on personal_archives (school_id, user_id, id desc);
create index personal_archives_created_by on personal_archives (school_id, created_by);
create index personal_archives_over on personal_archives (expires_at);
