-- What those who run the product tell everybody, at all schools.
create table announcements (
  id bigint generated always as identity primary key,
  texts jsonb not null,
  published_at timestamptz not null,
  -- From then on nobody sees it; null: until it is removed.
  ends_at timestamptz
);
create index announcements_published on announcements (published_at desc, id desc);
