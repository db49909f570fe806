-- Whose news an item is: channels, and single people besides.
create table news_channels (
  school_id bigint not null,
  news_id bigint not null,
  channel_id bigint not null,
  primary key (school_id, news_id, channel_id),
  foreign key (school_id, news_id) references news (school_id, id) on delete cascade,
  foreign key (school_id, channel_id) references channels (school_id, id)
);
create index news_channels_channel on news_channels (school_id, channel_id, news_id);
create table news_users (
  school_id bigint not null,
  news_id bigint not null,
  user_id bigint not null,
  primary key (school_id, news_id, user_id),
  foreign key (school_id, news_id) references news (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index news_users_user on news_users (school_id, user_id, news_id);

-- What was written before is for everybody, as it was.
insert into news_channels (school_id, news_id, channel_id)
select news.school_id, news.id, channels.id from news
join channels on channels.school_id = news.school_id and channels.type = 'GLOBAL' and channels.deleted_at is null;
