-- Whom the people of a school can turn to, in its order. The list is always written whole, so all rows of a school have
-- the same `updated_at`.
create table contact_persons (
  school_id bigint not null references schools (id),
  place int not null,
  name text not null,
  -- The account, where it is a person of the school; null: somebody without one.
  user_id bigint,
  about text not null default '',
  email text not null default '',
  telephone text not null default '',
  hours text not null default '',
  updated_at timestamptz not null,
  primary key (school_id, place),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index contact_persons_user on contact_persons (school_id, user_id) where user_id is not null;
