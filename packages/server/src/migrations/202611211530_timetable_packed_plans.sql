-- These bytes are packed already: compressing them again costs time and wins nothing.
alter table timetable_uploads alter column parsed set storage external;
