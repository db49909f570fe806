-- What the look for uploads that stand still asks for: those that are being read, a handful at a time.
create index timetable_uploads_unfinished on timetable_uploads (school_id, id) where state in ('QUEUED', 'PROCESSING');
