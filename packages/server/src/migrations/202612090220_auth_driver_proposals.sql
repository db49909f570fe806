-- Who somebody may be who came from the service of the school, and whom nobody knows by its key: an administrator says whether it is so.
create table auth_driver_proposals (
  school_id bigint not null,
  subject text not null,
  uuid uuid not null,
  user_id bigint not null,
  -- What agrees, besides first and last name.
  by text not null check (by in ('BIRTH_DATE', 'CLASS')),
  created_at timestamptz not null,
  -- Whoever was refused is not proposed again before it is forgotten.
  refused_at timestamptz,
  primary key (school_id, subject),
  unique (school_id, uuid),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index auth_driver_proposals_user on auth_driver_proposals (school_id, user_id);
create index auth_driver_proposals_open on auth_driver_proposals (school_id, created_at) where refused_at is null;
create index auth_driver_proposals_created_at on auth_driver_proposals (created_at);
