-- Where a school's WebUntis is, who reads it, and how that went: at most one connection per school.
create table webuntis_connections (
  school_id bigint primary key references schools (id),
  address text not null,
  school_name text not null,
  username text not null,
  -- Sealed for this school: it opens for no other.
  sealed_password bytea not null,
  interval_minutes integer not null check (interval_minutes between 5 and 1440),
  is_on boolean not null,
  publishes boolean not null,
  updated_at timestamptz not null,
  outcome text check (outcome in ('read', 'unchanged', 'failed')),
  reason text,
  params jsonb,
  failures integer not null default 0,
  -- Administrators were told of this row of failures.
  is_told boolean not null default false,
  checked_at timestamptz,
  read_at timestamptz,
  -- The next look; null: none.
  due_at timestamptz,
  -- What the interface said when the plan was read: the same again means that nothing has changed.
  import_time bigint,
  content_hash bytea,
  upload_id bigint,
  foreign key (school_id, upload_id) references timetable_uploads (school_id, id) on delete set null (upload_id)
);
create index webuntis_connections_due on webuntis_connections (due_at) where due_at is not null;
create index webuntis_connections_upload on webuntis_connections (school_id, upload_id);
