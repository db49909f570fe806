-- What the look for runs that stand still asks for: those that are read or saved, a handful at a time.
create index user_imports_unfinished on user_imports (school_id, id) where state in ('QUEUED', 'PROCESSING', 'SAVING');
drop index user_imports_saving;
