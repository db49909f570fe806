-- A password for files opens the clouds of its owner, and nothing else; one for timetables opens no files.
alter table app_passwords drop constraint app_passwords_purpose_check;
alter table app_passwords add constraint app_passwords_purpose_check check (purpose in ('program', 'upload', 'files'));
alter table sessions drop constraint sessions_kind_check;
alter table sessions add constraint sessions_kind_check check (kind in ('app', 'webuntis', 'upload', 'webdav'));

-- What programs hold over WebDAV, so that all processes of an installation know of it.
create table cloud_dav_locks (
  school_id bigint not null,
  token uuid not null default gen_random_uuid(),
  cloud_file_id bigint not null,
  user_id bigint not null,
  is_exclusive boolean not null,
  -- Of a folder: it holds what is below it as well.
  is_deep boolean not null,
  -- What the program says of who holds it, as XML.
  owner text not null check (length(owner) <= 4000),
  expires_at timestamptz not null,
  primary key (school_id, token),
  foreign key (school_id, cloud_file_id) references cloud_files (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
);
create index cloud_dav_locks_file on cloud_dav_locks (school_id, cloud_file_id);
create index cloud_dav_locks_user on cloud_dav_locks (school_id, user_id);
create index cloud_dav_locks_expires on cloud_dav_locks (expires_at);

-- What programs note of a file or folder for themselves.
create table cloud_dav_properties (
  school_id bigint not null,
  cloud_file_id bigint not null,
  namespace text not null check (length(namespace) <= 400),
  name text not null check (length(name) between 1 and 200),
  -- The whole element, with the namespaces that it needs.
  content text not null check (length(content) <= 4000),
  primary key (school_id, cloud_file_id, namespace, name),
  foreign key (school_id, cloud_file_id) references cloud_files (school_id, id) on delete cascade
);
