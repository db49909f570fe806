-- Names as people count: sheet 2 stands before sheet 10.
create collation kreide_natural (provider = icu, locale = 'und-u-kn-true');

-- The files of a channel. Every channel has a cloud, which has its number; the row here is written with the first change,
-- and its lock puts the changes of one cloud into one order.
create table clouds (
  school_id bigint not null,
  channel_id bigint not null,
  -- Bytes of all files, and how many files and folders there are.
  size bigint not null default 0,
  files_count integer not null default 0,
  folders_count integer not null default 0,
  activity_at timestamptz not null default now(),
  primary key (school_id, channel_id),
  foreign key (school_id, channel_id) references channels (school_id, id) on delete cascade
);

-- A file, or a folder: one without a file. What is deleted keeps its content for some weeks.
create table cloud_files (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  channel_id bigint not null,
  parent_id bigint,
  name text not null,
  -- By which names are the same: in lower case.
  name_key text not null,
  -- In lower case and without the point; empty of folders.
  extension text not null default '',
  -- Bytes; of a folder none.
  size bigint not null default 0,
  file_id bigint,
  thumbnail_id bigint,
  is_protected_folder boolean not null default false,
  upload_limited_at timestamptz,
  -- Who brought it; null: somebody who was erased, or a folder of the school.
  user_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id),
  unique (school_id, uuid),
  foreign key (school_id, channel_id) references clouds (school_id, channel_id) on delete cascade,
  foreign key (school_id, parent_id) references cloud_files (school_id, id) on delete set null (parent_id),
  foreign key (school_id, file_id) references files (school_id, id),
  foreign key (school_id, thumbnail_id) references files (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
-- One name once in each folder.
create unique index cloud_files_name on cloud_files (school_id, channel_id, coalesce(parent_id, 0), name_key) where deleted_at is null;
create index cloud_files_below on cloud_files (school_id, parent_id) where parent_id is not null;
create unique index cloud_files_file on cloud_files (school_id, file_id) where file_id is not null;
create index cloud_files_thumbnail on cloud_files (school_id, thumbnail_id) where thumbnail_id is not null;
create index cloud_files_user on cloud_files (school_id, user_id) where user_id is not null;
create index cloud_files_deleted on cloud_files (deleted_at) where deleted_at is not null;

alter table files drop constraint files_reserved_check,
  add constraint files_reserved_check check (reserved in ('chat_attachment', 'news_attachment', 'cloud_file'));
