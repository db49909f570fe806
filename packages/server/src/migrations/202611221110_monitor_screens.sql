-- The screens of a school. The address of each is a secret of its own, which ends when it is renewed or the screen is removed; the
-- addresses made of the school's uuid, which the search gives away, end here. The secret is kept readable and not as a hash:
-- administrators copy the address again for the next device, and it opens nothing that does not stand on a wall of the school.
create table screens (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  secret uuid not null default gen_random_uuid() unique,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  primary key (school_id, id)
);
create unique index screens_name on screens (school_id, lower(name));

-- What the school says to everybody on a day, at the top of its screens.
create table day_messages (
  school_id bigint not null references schools (id),
  date date not null,
  text text not null,
  updated_at timestamptz not null default now(),
  primary key (school_id, date)
);

-- Switches of their own: the plans of teachers, whose place a teacher takes, the notes of substitutions; and who may frame a screen.
alter table schools
  add column public_teacher_plans boolean not null default false,
  add column public_replaced_teachers boolean not null default false,
  add column public_notes boolean not null default false,
  add column screen_origins text[] not null default '{}';
-- A school that lists who is absent says so itself.
update schools set public_replaced_teachers = true where public_absent_teachers and public_teacher_names = 'shortcut';
-- The invented school has one screen, whose secret is none.
insert into screens (school_id, name, secret)
select id, 'Eingangshalle', 'de305ca1-0000-4000-8000-000000000001' from schools where is_demo and slink = 'demo' and public_monitor;
