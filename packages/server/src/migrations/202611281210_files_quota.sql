-- How many bytes of files a school has, and each of its people has uploaded.
create index files_bringer on files (school_id, created_by) include (size) where deleted_at is null;
