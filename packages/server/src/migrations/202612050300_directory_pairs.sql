-- When somebody was connected by a list of pairs, and since when an account is locked because its entry is gone or switched off.
alter table auth_driver_people add column paired_at timestamptz, add column locked_at timestamptz;

create index auth_driver_people_paired on auth_driver_people (school_id, paired_at) where paired_at is not null;
