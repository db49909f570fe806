-- Digests by mail: how often somebody wants one, when the next is due, and up to which message of the personal chat the
-- last one told. The time of day is the school's (the row of user_id 0).
alter table notification_settings
  add column digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  add column digest_at time,
  add column digest_next_at timestamptz,
  add column digest_seq bigint not null default 0,
  add check ((digest = 'off') = (digest_next_at is null));
create index notification_settings_due on notification_settings (digest_next_at) where digest <> 'off';
