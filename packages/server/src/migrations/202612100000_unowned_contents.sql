-- Contents that were stored before the row that will own them.
create table unowned_contents (
  uuid uuid primary key,
  stored_at timestamptz not null
);
create index unowned_contents_stored on unowned_contents (stored_at);
