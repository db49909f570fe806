-- Companies that look after a school beside the operator, and whom one asks there.
create table school_partners (
  school_id bigint not null references schools (id),
  uuid uuid not null,
  company text not null,
  name text not null default '',
  role text not null default '',
  email text not null default '',
  phone text not null default '',
  note text not null default '',
  updated_at timestamptz not null,
  primary key (school_id, uuid)
);
create index school_partners_by_company on school_partners (school_id, company, uuid);
