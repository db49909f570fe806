-- A file may also ask which weekdays its days are.
alter table timetable_uploads drop constraint timetable_uploads_asks_check;
alter table timetable_uploads add constraint timetable_uploads_asks_check check (asks in ('periods', 'table', 'days'));
