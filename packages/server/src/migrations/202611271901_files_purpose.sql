-- A kept file says what it belongs to: one that does not is read by nobody. Pictures of the invented schools said nothing.
update files set reserved = 'news_attachment'
where reserved is null and is_kept and exists (
  select 1 from news where news.school_id = files.school_id and news.preview_file_id = files.id
);
-- Which item shows a file above its title is asked whenever the file is.
create index news_preview on news (school_id, preview_file_id) where preview_file_id is not null;
