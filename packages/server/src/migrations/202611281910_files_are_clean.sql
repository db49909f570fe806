-- Whether the content of a file has been looked at for the place where it was taken. Files of before are, in the background.
alter table files add column is_clean boolean not null default false;
create index files_to_clean on files (id) where not is_clean;
