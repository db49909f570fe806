-- How files that can be read in several ways are meant, as somebody of the school has said it: it counts for every file
-- of the same make (a database of the same tables, a project file of the same first period).
create table timetable_reading_choices (
  school_id bigint not null references schools (id),
  make text not null,
  answer jsonb not null,
  primary key (school_id, make)
);

-- What has to be said about the files of an upload, or was, as long as they are kept: { make, question, answer }.
alter table timetable_uploads add column asks text check (asks in ('periods', 'table'));
alter table timetable_uploads add column asked jsonb;
