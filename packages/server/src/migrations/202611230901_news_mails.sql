-- Who entered a confirmation for somebody; null: they did it themselves.
alter table news_confirmations add column entered_by bigint;
alter table news_confirmations add foreign key (school_id, entered_by) references users (school_id, id) on delete set null (entered_by);
create index news_confirmations_entered on news_confirmations (school_id, entered_by) where entered_by is not null;

-- The one mail to somebody whom the app does not reach, with a link that confirms the item. Of the link only a hash is kept.
create table news_mails (
  school_id bigint not null,
  news_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  -- The mail in the log of mails, which is kept for a shorter time.
  mail_uuid uuid not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'bounced', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz,
  expires_at timestamptz not null,
  primary key (school_id, news_id, user_id),
  foreign key (school_id, news_id) references news (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index news_mails_token on news_mails (token_hash);
create unique index news_mails_mail on news_mails (school_id, mail_uuid);
create index news_mails_user on news_mails (school_id, user_id);

-- What becomes of a mail is written down with it, in the same statement: whatever sends it need not know of news.
create function kreide_news_mail_done() returns trigger language plpgsql as $$
begin
  update news_mails set
    state = case new.state when 'SENT' then 'sent' when 'REFUSED' then 'bounced' else 'failed' end,
    sent_at = case when new.state = 'SENT' then new.done_at end
  where school_id = new.school_id and mail_uuid = new.uuid;
  return null;
end $$;
create trigger news_mail_done after update of state on mails for each row
  when (new.kind = 'news' and new.state <> 'WAITING' and old.state = 'WAITING') execute function kreide_news_mail_done();
