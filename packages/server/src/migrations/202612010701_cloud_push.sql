-- Members of a channel can be told by a push message that files came.
alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check
  check (kind in ('lesson', 'account', 'test', 'admin', 'news', 'event', 'absence', 'returned', 'mention', 'choice', 'upload'));
create index push_deliveries_topic on push_deliveries (school_id, topic) where state = 'WAITING';
