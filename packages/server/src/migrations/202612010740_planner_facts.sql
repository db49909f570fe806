-- What planning needs to know besides wishes (D-8.02): the most periods of a day and a week, days without a lesson. 3: planned as
-- ready to step in.
alter table teachers
  add column most_a_day smallint check (most_a_day between 1 and 16),
  add column most_a_week smallint check (most_a_week between 1 and 60),
  add column free_days smallint check (free_days between 0 and 6);
alter table grades
  add column most_a_day smallint check (most_a_day between 1 and 16);
alter table planner_time_wishes
  drop constraint planner_time_wishes_wish_check,
  add constraint planner_time_wishes_wish_check
    check (wish between -3 and 3 and wish <> 0 and (wish < 3 or entity = 'teachers'));
