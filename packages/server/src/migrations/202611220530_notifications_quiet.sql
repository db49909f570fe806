-- How people want to be told; of the school as a whole with user_id 0. No row: as the school has it, or the product.
create table notification_settings (
  school_id bigint not null references schools (id),
  user_id bigint not null,
  has_quiet boolean not null default false,
  begins_at time,
  ends_at time,
  weekends boolean not null default false,
  holidays boolean not null default false,
  muted_kinds text[] not null default '{}',
  paused_until timestamptz,
  primary key (school_id, user_id)
);

alter table push_deliveries add column is_urgent boolean not null default false;
