-- Who asked for the deletion of their account. Approved ones are carried out when `ends_at` has come; a row that was taken back or
-- carried out is gone.
create table deletion_requests (
  school_id bigint not null,
  user_id bigint not null,
  email text not null,
  submitted_at timestamptz not null,
  approved_at timestamptz,
  ends_at timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id),
  check ((approved_at is null) = (ends_at is null))
);
create index deletion_requests_due on deletion_requests (ends_at) where ends_at is not null;
