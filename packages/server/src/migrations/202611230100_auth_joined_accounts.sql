-- Accounts of one person, at one school or at several, which that person has joined by proving each of them. All with
-- the same identity may be switched to from each other; it says nothing else.
create table joined_accounts (
  school_id bigint not null,
  user_id bigint not null,
  identity uuid not null,
  joined_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index joined_accounts_identity on joined_accounts (identity);

-- How the person of this session took a second step; null: none was asked for. Another of their accounts asks again
-- unless this was as strong.
alter table sessions add column second_step text check (second_step in ('email', 'totp', 'passkey', 'recovery'));
