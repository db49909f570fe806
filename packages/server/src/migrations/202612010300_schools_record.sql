-- The school as a record: what it is, where it is, whom to ask, and which features of the product its operator has switched on.
alter table schools
  add column type text check (type ~ '^[a-z][a-z_]{0,39}$'),
  add column shortname text,
  add column postal_code text,
  add column country text not null default 'DE' check (country ~ '^[A-Z]{2}$'),
  add column is_partner boolean not null default false,
  add column installed_at timestamptz,
  add column updated_at timestamptz not null default now(),
  add column features text[] not null default '{}'
    check (features <@ array['ai_schedule_planner', 'day_care', 'room_booking', 'digital_grade_book', 'lesson_planning', 'learning_reports']),
  add column contact_name text,
  add column contact_phone text,
  add column contact_email text,
  add column contact_role text;

-- Schools that are there work already.
update schools set installed_at = created_at where state = 'ACTIVE';

-- Whom an invoice is written to, where it is not the school as it is.
create table school_billing (
  school_id bigint primary key references schools (id),
  recipient text not null,
  addition text,
  street text not null,
  postal_code text not null,
  city text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  email text,
  vat_number text,
  buyer_reference text,
  updated_at timestamptz not null
);

create table school_logos (
  school_id bigint primary key references schools (id),
  uuid uuid not null default gen_random_uuid() unique,
  content bytea not null check (octet_length(content) <= 1048576),
  width integer not null,
  height integer not null,
  updated_at timestamptz not null
);

-- A school that is no longer open ends what its people may do, at once and in every process.
create trigger schools_state_changed
  after update on schools for each row
  when (old.state is distinct from new.state)
  execute function kreide_school_access_changed();
