-- Where in the directory of a school its people stand, and what is read of them. Saved as a whole by one form.
create table data_sync_sources (
  school_id bigint primary key references schools (id),
  sources jsonb not null,
  updated_at timestamptz not null
);
