-- Taking an import back is work in the background: the run says that it is at it, and who wanted it.
alter table user_imports
  add column undone_by bigint,
  add constraint user_imports_undone_by_fkey foreign key (school_id, undone_by) references users (school_id, id),
  drop constraint user_imports_state_check,
  add constraint user_imports_state_check check (
    state in ('OPEN', 'QUEUED', 'PROCESSING', 'READY', 'SAVING', 'SAVED', 'UNDOING', 'UNDONE', 'DISCARDED', 'FAILED')
  );
create index user_imports_undone_by on user_imports (school_id, undone_by) where undone_by is not null;
drop index user_imports_unfinished;
create index user_imports_unfinished on user_imports (school_id, id)
  where state in ('QUEUED', 'PROCESSING', 'SAVING', 'UNDOING');
