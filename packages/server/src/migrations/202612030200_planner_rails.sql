-- Courses of the upper school on rails (D-8.18): what was asked for, how far the search is, which course is on which rail, and
-- which parallel course each pupil takes. Nothing of it counts until somebody takes it over.
create table planner_rails (
  school_id bigint not null,
  id bigint generated always as identity,
  planner_version_id bigint not null,
  settings jsonb not null,
  state text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  progress jsonb,
  outcome jsonb,
  created_by bigint,
  created_at timestamptz not null,
  stop_requested_at timestamptz,
  ended_at timestamptz,
  -- When its places became enrolments; null: they are none, or none any more.
  enrolled_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, planner_version_id) references planner_versions (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id)
);
create index planner_rails_version on planner_rails (school_id, planner_version_id, id desc);
create index planner_rails_created_by on planner_rails (school_id, created_by) where created_by is not null;
-- One at a time: a search takes a processor for minutes.
create unique index planner_rails_running on planner_rails (school_id) where state in ('WAITING', 'RUNNING');

create table planner_rail_places (
  school_id bigint not null,
  planner_rails_id bigint not null,
  user_id bigint not null,
  -- Counts the groups of courses that stand for each other, from 0.
  group_number smallint not null,
  former_course_id bigint not null,
  -- Null: not placed.
  course_id bigint,
  reason text check (reason in ('CLASH', 'FULL')),
  -- Their courses on the rails of the group.
  beside_ids bigint[] not null,
  -- Other courses of the group that they took too, and gave up when they were enrolled.
  left_ids bigint[] not null default '{}',
  primary key (school_id, planner_rails_id, user_id, group_number),
  foreign key (school_id, planner_rails_id) references planner_rails (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, former_course_id) references courses (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  check ((course_id is null) = (reason is not null))
);
create index planner_rail_places_user on planner_rail_places (school_id, user_id);
create index planner_rail_places_former on planner_rail_places (school_id, former_course_id);
create index planner_rail_places_course on planner_rail_places (school_id, course_id) where course_id is not null;
