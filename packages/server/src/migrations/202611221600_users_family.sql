-- A parent who entered the right code of a child may link that child until then (P-7.72).
create table checked_childs (
  school_id bigint not null,
  parent_id bigint not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  primary key (school_id, parent_id, user_id),
  foreign key (school_id, parent_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index checked_childs_user on checked_childs (school_id, user_id);
create index checked_childs_expiry on checked_childs (expires_at);
