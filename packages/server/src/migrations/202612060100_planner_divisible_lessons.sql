-- A lesson of several periods that is wished whole: a proposal may make two of it, if otherwise something stays open.
alter table planner_lessons add column is_divisible boolean not null default false;
