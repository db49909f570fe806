-- What a school says to who wants to apply as one of a type; closed unless the school has opened it (P-2.20).
create table application_pages (
  school_id bigint not null references schools (id),
  type text not null check (type in ('STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE')),
  is_open boolean not null default false,
  content text not null default '',
  updated_at timestamptz not null,
  primary key (school_id, type)
);

-- Applications to a school (P-7.16), until they have been kept long enough.
create table applications (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  type text not null check (type in ('STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE')),
  firstname text not null,
  lastname text not null,
  email text not null,
  phone text,
  child text,
  message text,
  locale text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  reason text,
  -- The account that was made of it.
  user_id bigint,
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by bigint,
  expires_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, answered_by) references users (school_id, id),
  check ((state = 'declined') = (reason is not null))
);
-- Sent twice it is one.
create unique index applications_once on applications (school_id, type, lower(email)) where state = 'open';
create index applications_user on applications (school_id, user_id);
create index applications_answerer on applications (school_id, answered_by);
create index applications_expiry on applications (expires_at);
