-- The links of a school, which everybody finds on the page "More": to its homepage, its canteen, its learning platform.
create table school_links (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  title text not null,
  address text not null,
  about text not null default '',
  -- Places in the order of the school; removed links keep theirs.
  place int not null,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id)
);
create index school_links_order on school_links (school_id, place, id) where deleted_at is null;
create index school_links_deleted on school_links (deleted_at) where deleted_at is not null;
