-- Files of a news item, in their order: pictures to look at, everything else to be saved.
create table news_files (
  school_id bigint not null,
  news_id bigint not null,
  file_id bigint not null,
  position integer not null,
  primary key (school_id, news_id, file_id),
  -- A file belongs to one item.
  unique (school_id, file_id),
  foreign key (school_id, news_id) references news (school_id, id) on delete cascade,
  foreign key (school_id, file_id) references files (school_id, id)
);
create index files_waiting on files (school_id, created_by) where not is_kept and deleted_at is null;

-- The survey of an item. Its readers answer it, from the moment at which they see the item.
alter table news
  add column survey_id bigint,
  add foreign key (school_id, survey_id) references surveys (school_id, id);
create unique index news_survey on news (school_id, survey_id) where survey_id is not null;

-- People who can answer a survey beside the members of its channels.
create table survey_users (
  school_id bigint not null,
  survey_id bigint not null,
  user_id bigint not null,
  primary key (school_id, survey_id, user_id),
  foreign key (school_id, survey_id) references surveys (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index survey_users_user on survey_users (school_id, user_id);
