-- What people write to those who run the product.
create table feedback (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('message', 'problem')),
  text text not null,
  code text,
  facts jsonb not null default '[]',
  is_mailed boolean not null,
  created_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index feedback_user on feedback (school_id, user_id, created_at);
create index feedback_created on feedback (created_at);
