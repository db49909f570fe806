-- Most bytes that each person of a school has in uploaded files; without a row as many as the server allows.
create table file_limits (
  school_id bigint primary key references schools (id),
  person_bytes bigint not null check (person_bytes > 0),
  updated_at timestamptz not null default now()
);
