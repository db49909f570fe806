-- Files that people bring: what they show to those who cannot see them, and what they belong to. A file is written down before its content is stored and kept with the change that it belongs to, so that whatever
-- a broken upload leaves behind is known and removed at night.
alter table files
  add column alt_name text not null default '',
  add column reserved text check (reserved in ('chat_attachment', 'news_attachment')),
  add column is_kept boolean not null default true;
create index files_leftovers on files (school_id, created_at) where not is_kept or deleted_at is not null;
