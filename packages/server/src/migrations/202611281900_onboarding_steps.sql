-- What a school does without of what is asked for before its people use the product.
create table onboarding_skips (
  school_id bigint not null references schools (id) on delete cascade,
  step text not null check (step in ('year', 'timetable', 'people', 'letters', 'screens')),
  primary key (school_id, step)
);
