-- A file whose content is replaced keeps the former one for 30 days.
create table cloud_versions (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  cloud_file_id bigint not null,
  file_id bigint not null,
  thumbnail_id bigint,
  -- Who wrote it, and when; null: somebody who was erased, or of whom nobody took note.
  user_id bigint,
  written_at timestamptz not null,
  -- When another content took its place.
  replaced_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, uuid),
  foreign key (school_id, cloud_file_id) references cloud_files (school_id, id) on delete cascade,
  foreign key (school_id, file_id) references files (school_id, id),
  foreign key (school_id, thumbnail_id) references files (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index cloud_versions_list on cloud_versions (school_id, cloud_file_id, replaced_at, id);
create unique index cloud_versions_file on cloud_versions (school_id, file_id);
create index cloud_versions_thumbnail on cloud_versions (school_id, thumbnail_id) where thumbnail_id is not null;
create index cloud_versions_user on cloud_versions (school_id, user_id) where user_id is not null;
create index cloud_versions_replaced on cloud_versions (replaced_at);

alter table cloud_files
  -- Who wrote the present content, where that is not who brought the file; and in which session of an office server.
  add column edited_by bigint,
  add column edit_session text,
  -- When that session last kept what was there before as a version.
  add column versioned_at timestamptz,
  add foreign key (school_id, edited_by) references users (school_id, id);
create index cloud_files_edited_by on cloud_files (school_id, edited_by) where edited_by is not null;
