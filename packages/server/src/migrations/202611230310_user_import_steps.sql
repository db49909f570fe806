-- The comparison of a change of school year: a run that begins without a list, and the step that it has got to.
alter table user_imports
  add column comparison jsonb,
  drop constraint user_imports_state_check,
  add constraint user_imports_state_check check (
    state in ('OPEN', 'QUEUED', 'PROCESSING', 'READY', 'SAVING', 'SAVED', 'UNDONE', 'DISCARDED', 'FAILED')
  );
