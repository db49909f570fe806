-- Parents who ask for the code of a child (P-7.75): as they call it, since nothing of it is looked up.
create table child_requests (
  school_id bigint not null,
  id bigint generated always as identity,
  parent_id bigint not null,
  firstname text not null,
  lastname text not null,
  birthdate date,
  grade text,
  state text not null default 'open' check (state in ('open', 'accepted', 'refused', 'withdrawn')),
  way text check (way in ('letter', 'mail')),
  reason text,
  key_id bigint,
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by bigint,
  expires_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, parent_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, answered_by) references users (school_id, id),
  foreign key (school_id, key_id) references activation_keys (school_id, id) on delete set null (key_id),
  check ((state = 'accepted') = (way is not null)),
  check ((state = 'refused') = (reason is not null))
);
create index child_requests_parent on child_requests (school_id, parent_id);
create index child_requests_open on child_requests (school_id, created_at) where state = 'open';
create index child_requests_answerer on child_requests (school_id, answered_by);
create index child_requests_key on child_requests (school_id, key_id);
create index child_requests_expiry on child_requests (expires_at);
