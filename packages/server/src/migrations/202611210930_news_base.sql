create table news (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() unique,
  user_id bigint,
  title text not null,
  content text not null,
  -- Sanitised when it is written, and again when it is read.
  content_rendered text not null,
  excerpt text not null,
  is_public boolean not null default false,
  is_pinned boolean not null default false,
  is_official boolean not null default false,
  is_confirmable boolean not null default false,
  is_notifiable boolean not null default true,
  preview_file_id bigint,
  preview_alt text not null default '',
  publish_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, preview_file_id) references files (school_id, id)
);
create index news_feed on news (school_id, is_pinned desc, publish_at desc) where deleted_at is null;
create index news_public on news (school_id, publish_at desc) where deleted_at is null and is_public;
