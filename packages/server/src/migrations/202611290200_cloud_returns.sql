-- What is given back to one pupil of what was handed in in a folder: a remark, and the files that came with it.
create table cloud_returns (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  folder_id bigint not null,
  -- Who gets it; null: somebody who was erased.
  user_id bigint,
  remark text not null default '',
  returned_by bigint,
  returned_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, uuid),
  foreign key (school_id, folder_id) references cloud_files (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, returned_by) references users (school_id, id)
);
create index cloud_returns_folder on cloud_returns (school_id, folder_id, id);
create index cloud_returns_user on cloud_returns (school_id, user_id) where user_id is not null;
create index cloud_returns_by on cloud_returns (school_id, returned_by) where returned_by is not null;

-- With what it was given back, and so to whom it is shown; null: nobody was given it.
alter table cloud_files add column return_id bigint;
alter table cloud_files add foreign key (school_id, return_id) references cloud_returns (school_id, id)
  on delete set null (return_id);
create index cloud_files_return on cloud_files (school_id, return_id) where return_id is not null;

alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check
  check (kind in ('lesson', 'account', 'test', 'admin', 'news', 'event', 'absence', 'returned'));
