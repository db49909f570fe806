-- Trying out what taking an import back would do is work in the background too: how far it is, and what came of it.
alter table user_imports
  add column trial_progress integer check (trial_progress between 0 and 100),
  add column trial jsonb,
  add constraint user_imports_trial_check check (trial is null or trial_progress = 100);
create index user_imports_trials on user_imports (school_id, id) where trial_progress < 100;
