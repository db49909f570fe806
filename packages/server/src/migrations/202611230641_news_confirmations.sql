-- Who was asked to confirm that they have read an item: its receivers when it was published. Who comes into one of its channels
-- later is asked too, without a row.
create table news_audience (
  school_id bigint not null,
  news_id bigint not null,
  user_id bigint not null,
  added_at timestamptz not null,
  primary key (school_id, news_id, user_id),
  foreign key (school_id, news_id) references news (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index news_audience_user on news_audience (school_id, user_id);

create table news_confirmations (
  school_id bigint not null,
  news_id bigint not null,
  user_id bigint not null,
  via text not null check (via in ('app', 'mail', 'paper', 'office')),
  confirmed_at timestamptz not null,
  primary key (school_id, news_id, user_id),
  foreign key (school_id, news_id) references news (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index news_confirmations_user on news_confirmations (school_id, user_id);
