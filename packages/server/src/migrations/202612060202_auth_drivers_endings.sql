-- Of which end of a certificate, or of the metadata of a service, administrators were told last.
create table auth_driver_endings (
  school_id bigint primary key references schools (id),
  ends_at timestamptz not null
);
