-- How much came into the cloud of a channel and was fetched from it: beside `clouds`, whose rows uploads hold until they are done.
create table cloud_traffic (
  school_id bigint not null,
  channel_id bigint not null,
  uploads bigint not null default 0,
  upstream bigint not null default 0,
  downloads bigint not null default 0,
  downstream bigint not null default 0,
  primary key (school_id, channel_id),
  foreign key (school_id, channel_id) references channels (school_id, id)
);
-- What is there was brought.
insert into cloud_traffic (school_id, channel_id, uploads, upstream)
select school_id, channel_id, count(*), sum(size) from cloud_files where file_id is not null group by school_id, channel_id;

-- The newest picture of a cloud stands for it in the list of clouds.
create index cloud_files_pictures on cloud_files (school_id, channel_id, created_at desc, id desc)
  where thumbnail_id is not null and deleted_at is null;
