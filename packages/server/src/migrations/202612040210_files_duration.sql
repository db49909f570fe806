-- How long a film or a recording lasts, whole seconds; null: it is none, or does not say it.
alter table files add column duration_in_seconds integer check (duration_in_seconds >= 0);
