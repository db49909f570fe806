-- What is deleted leaves every place that copied it.

-- What a notification tells of ("news:12"): with it the notification goes.
alter table messages add column told_of text;
update messages set told_of = target_type || ':' || target_id
  where type = 'NC_EVENT' and target_type in ('news', 'event') and target_id is not null;
update messages set told_of = 'absence:' || substring(actions -> 0 ->> 'action' from 'selectedAbsence=([0-9a-f-]{36})')
  where type = 'NC_EVENT' and actions -> 0 ->> 'action' ~ 'selectedAbsence=[0-9a-f-]{36}';
create index messages_told on messages (school_id, told_of) where told_of is not null;
-- The messages that carry a survey keep its first question as its name.
create index messages_surveys on messages (school_id, target_id) where target_type = 'surveys';
-- Of an event that tells of a news item the payload is the item itself.
create index outbox_news on outbox (school_id) where event = 'news.saved';

-- The same for what was deleted before.
delete from messages using news
  where messages.school_id = news.school_id and messages.told_of = 'news:' || news.id and news.deleted_at is not null;
-- That an event is off has been told to those who knew of it: the newest notification of it stays.
delete from messages using calendar_events event, messages newer
  where messages.school_id = event.school_id and messages.told_of = 'event:' || event.id and event.deleted_at is not null
    and newer.school_id = messages.school_id and newer.chat_id = messages.chat_id and newer.told_of = messages.told_of
    and newer.seq > messages.seq;
update messages set target_snapshot = null where unset_at is not null and target_snapshot is not null;
update messages set target_snapshot = null from surveys
  where messages.school_id = surveys.school_id and messages.target_type = 'surveys' and messages.target_id = surveys.id
    and surveys.deleted_at is not null;
update files set name = '', alt_name = '' where deleted_at is not null;

-- Answers are kept so that only their key opens them, and of the key a hash.
update idempotency_keys set key = encode(sha256(convert_to('name ' || key, 'UTF8')), 'hex');
