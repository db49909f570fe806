-- Choices of clubs, electives and project days (D-8.15 to D-8.17): what is offered to whom and until when, what people wish, and
-- who has which place. Places are a draft until the choice is published; then they are enrolments too.

create table choices (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  title text not null,
  about text not null,
  grade_ids bigint[] not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  wishes_count smallint not null check (wishes_count between 1 and 5),
  who text not null check (who in ('pupils', 'parents', 'both')),
  -- What the lottery is drawn from: whoever knows it can draw the same numbers again.
  seed text not null,
  drafted_at timestamptz,
  published_at timestamptz,
  created_by bigint,
  updated_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id),
  check (opens_at < closes_at)
);
create index choices_time on choices (school_id, closes_at desc, id desc);
create index choices_grades on choices using gin (grade_ids);
create index choices_created_by on choices (school_id, created_by) where created_by is not null;

create table choice_options (
  school_id bigint not null,
  id bigint generated always as identity,
  choice_id bigint not null,
  place smallint not null,
  title text not null,
  capacity integer not null check (capacity between 1 and 999),
  minimum integer not null check (minimum between 0 and capacity),
  is_closed boolean not null default false,
  -- The course that its places became.
  course_id bigint,
  primary key (school_id, id),
  unique (school_id, choice_id, id),
  foreign key (school_id, choice_id) references choices (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index choice_options_course on choice_options (school_id, course_id) where course_id is not null;

create table choice_wishes (
  school_id bigint not null,
  choice_id bigint not null,
  user_id bigint not null,
  -- 0 is what somebody wishes most.
  rank smallint not null check (rank between 0 and 4),
  option_id bigint not null,
  chosen_at timestamptz not null,
  primary key (school_id, choice_id, user_id, rank),
  unique (school_id, choice_id, user_id, option_id),
  foreign key (school_id, choice_id, option_id) references choice_options (school_id, choice_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
);
create index choice_wishes_user on choice_wishes (school_id, user_id);
create index choice_wishes_option on choice_wishes (school_id, choice_id, option_id);

create table choice_places (
  school_id bigint not null,
  choice_id bigint not null,
  user_id bigint not null,
  lottery integer not null,
  luck smallint not null,
  option_id bigint,
  rank smallint,
  -- Put there by somebody, not by the allocation.
  is_moved boolean not null default false,
  primary key (school_id, choice_id, user_id),
  foreign key (school_id, choice_id) references choices (school_id, id) on delete cascade,
  foreign key (school_id, choice_id, option_id) references choice_options (school_id, choice_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
);
create index choice_places_user on choice_places (school_id, user_id);
create index choice_places_option on choice_places (school_id, choice_id, option_id) where option_id is not null;
