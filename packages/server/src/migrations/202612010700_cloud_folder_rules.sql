-- What a folder takes: the extensions of files, in lower case and without the point; none: every file. It counts for what lies
-- below it too, until a folder there says something else.
alter table cloud_files add column allowed_extensions text[] not null default '{}';
-- What somebody says of a file or folder, for instance what is to be handed in there.
alter table cloud_files add column description text not null default '';
