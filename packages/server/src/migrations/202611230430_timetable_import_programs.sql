-- Programs that bring plans by themselves have passwords of their own, which open nothing else.
alter table app_passwords add column purpose text not null default 'program' check (purpose in ('program', 'upload'));
alter table sessions drop constraint sessions_kind_check;
alter table sessions add constraint sessions_kind_check check (kind in ('app', 'webuntis', 'upload'));

-- Where the plans of a school come from, for those who bring one and do not say.
alter table schools add column timetable_source text;

-- Of the files and choices of an upload: the same again changes nothing. Null: they count as new.
alter table timetable_uploads add column files_hash bytea;
-- The files are kept for a while, to be read again.
alter table timetable_uploads add column has_files boolean not null default false;
create index timetable_uploads_published on timetable_uploads (school_id, published_at desc) where state = 'PUBLISHED';
create index timetable_uploads_files on timetable_uploads (created_at) where has_files;
