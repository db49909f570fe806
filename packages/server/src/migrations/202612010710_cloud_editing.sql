-- Documents that are edited together by an office server (WOPI).

-- Do all who bring files here edit it, or its owner and those who manage the cloud alone?
alter table cloud_files add column is_collaborative boolean not null default false;
-- When its content was written by an office server last; null: never.
alter table cloud_files add column edited_at timestamptz;

-- What an office server holds while it writes to a document: nobody else writes until it lets go, or the time is over.
create table cloud_locks (
  school_id bigint not null,
  cloud_file_id bigint not null,
  lock text not null check (lock <> '' and length(lock) <= 1024),
  expires_at timestamptz not null,
  primary key (school_id, cloud_file_id),
  foreign key (school_id, cloud_file_id) references cloud_files (school_id, id) on delete cascade
);
create index cloud_locks_expires on cloud_locks (expires_at);
