-- Large files that arrive in parts: what of one is there lies in a folder that all processes share, under its uuid.
create table file_uploads (
  school_id bigint not null references schools (id),
  uuid uuid not null default gen_random_uuid() unique,
  user_id bigint not null,
  -- Into what it comes, as the feature of that names it.
  room text not null,
  name text not null,
  -- The bytes that it will have: its person and school have no room for anything else in them.
  size bigint not null check (size > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- One request at a time writes it, whichever process has that; a holder that says nothing for some seconds is gone.
  lock_token uuid,
  locked_until timestamptz,
  -- Another request waits for it: the one that holds it lets go.
  is_wanted boolean not null default false,
  primary key (school_id, uuid),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index file_uploads_person on file_uploads (school_id, user_id) include (size);
create index file_uploads_room on file_uploads (school_id, room) include (size);
create index file_uploads_expired on file_uploads (expires_at);
