-- When somebody last switched from an account to another one of theirs: the owners of the others see it.
alter table joined_accounts add column last_used_at timestamptz;
