-- A change can be taken back for as many days as the school has said; how everybody was before it goes with the end of them.
alter table year_change_drafts
  add column revert_days integer not null default 30 check (revert_days between 1 and 365);
alter table year_changes
  add column revert_until timestamptz,
  -- Since then it is not known any more how people were before it.
  add column forgotten_at timestamptz;
update year_changes set revert_until = created_at + interval '30 days';
alter table year_changes alter column revert_until set not null;
create index year_changes_kept on year_changes (revert_until) where forgotten_at is null;
