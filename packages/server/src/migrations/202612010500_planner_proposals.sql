-- Plans that are computed (D-8.04, D-8.07): what was asked for, how far it is, and the version that came of it.
create table planner_proposals (
  school_id bigint not null,
  id bigint generated always as identity,
  planner_version_id bigint not null,
  -- Of the version, when its lessons were read: a later one has changed under the proposal.
  base_revision bigint not null,
  settings jsonb not null,
  state text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  progress jsonb,
  outcome jsonb,
  result_version_id bigint,
  created_by bigint,
  created_at timestamptz not null,
  stop_requested_at timestamptz,
  ended_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, planner_version_id) references planner_versions (school_id, id) on delete cascade,
  foreign key (school_id, result_version_id) references planner_versions (school_id, id) on delete set null (result_version_id),
  foreign key (school_id, created_by) references users (school_id, id)
);
create index planner_proposals_version on planner_proposals (school_id, planner_version_id, id desc);
create index planner_proposals_result on planner_proposals (school_id, result_version_id) where result_version_id is not null;
create index planner_proposals_created_by on planner_proposals (school_id, created_by) where created_by is not null;
-- One at a time: a search takes a processor for minutes.
create unique index planner_proposals_running on planner_proposals (school_id) where state in ('WAITING', 'RUNNING');

-- A pinned lesson stays where it is, whatever a proposal does with the others.
alter table planner_lessons add column is_pinned boolean not null default false;
