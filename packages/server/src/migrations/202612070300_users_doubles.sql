-- Two accounts of one person become one.

-- The keys by which a list, a service or a sign-in still names somebody who has one account now, beside the key of today.
create table former_keys (
  school_id bigint not null references schools (id),
  source text not null,
  key text not null,
  user_id bigint not null,
  primary key (school_id, source, key, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index former_keys_user on former_keys (school_id, user_id);

-- Who may be there twice: the same name in one spelling, of the same kind.
alter table users add column name_key text not null
  generated always as (kreide_fold(lastname || ' ' || firstname)) stored;
create index users_doubles on users (school_id, type, role, name_key, id) where deleted_at is null;
