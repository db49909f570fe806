-- Choices of the people of a school that somebody has kept for themselves.
create table people_views (
  school_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null check (length(name) between 1 and 60),
  search text check (length(search) between 1 and 100),
  role text check (role in ('STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE', 'ADMIN')),
  role_id bigint,
  grade_id bigint,
  status text check (status in ('pending', 'locked', 'deleted', 'without_family')),
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  -- A role or grade that is gone narrows nothing any more.
  foreign key (school_id, role_id) references roles (school_id, id) on delete set null (role_id),
  foreign key (school_id, grade_id) references grades (school_id, id) on delete set null (grade_id)
);
create unique index people_views_user on people_views (school_id, user_id, lower(name));
create index people_views_role on people_views (school_id, role_id) where role_id is not null;
create index people_views_grade on people_views (school_id, grade_id) where grade_id is not null;
