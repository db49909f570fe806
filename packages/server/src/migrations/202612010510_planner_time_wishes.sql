-- When a teacher, class or room cannot be planned (-3), would rather not (-2, -1) or gladly be (1, 2): D-8.02. Periods are named, as
-- a school year has its own. A unit is ended, not deleted.
create table planner_time_wishes (
  school_id bigint not null references schools (id),
  entity text not null check (entity in ('teachers', 'grades', 'bookables')),
  unit_id bigint not null,
  weekday smallint not null check (weekday between 1 and 7),
  hour text not null,
  wish smallint not null check (wish between -3 and 2 and wish <> 0),
  primary key (school_id, entity, unit_id, weekday, hour)
);
