-- What a school wants accepted by people of a kind before they go on: each change is a new version, and the former ones stay. A version
-- without a text ends the policy.
create table policies (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  actor text not null check (actor in ('STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE')),
  version integer not null check (version > 0),
  title text not null,
  text text not null,
  created_by bigint,
  created_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, actor, version),
  foreign key (school_id, created_by) references users (school_id, id)
);
create index policies_created_by on policies (school_id, created_by);

create table policy_acceptances (
  school_id bigint not null,
  policy_id bigint not null,
  user_id bigint not null,
  accepted_at timestamptz not null,
  primary key (school_id, policy_id, user_id),
  foreign key (school_id, policy_id) references policies (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index policy_acceptances_user on policy_acceptances (school_id, user_id);
