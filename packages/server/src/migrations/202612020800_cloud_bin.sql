-- What is deleted in a cloud lies in a bin for 30 days, from which it can be brought back.
alter table cloud_files
  -- Who deleted it; null: it is there, or somebody who was erased did.
  add column deleted_by bigint,
  -- With what it went into the bin: itself, or a folder that it lay in. Null: it does not lie there.
  add column bin_id bigint,
  -- The folder that it lay in went for good before it: it comes back to the nearest one above.
  add column lost_parent boolean not null default false,
  add foreign key (school_id, deleted_by) references users (school_id, id),
  add foreign key (school_id, bin_id) references cloud_files (school_id, id) on delete set null (bin_id),
  add check (bin_id is null or deleted_at is not null);
create index cloud_files_deleted_by on cloud_files (school_id, deleted_by) where deleted_by is not null;
create index cloud_files_bin on cloud_files (school_id, bin_id) where bin_id is not null;
-- The bin of a channel, the latest first; and how much lies in it.
create index cloud_files_bin_list on cloud_files (school_id, channel_id, deleted_at, id) where bin_id = id;
create index cloud_files_bin_size on cloud_files (school_id, channel_id) where bin_id is not null;
