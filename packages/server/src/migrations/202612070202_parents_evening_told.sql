-- People are told of their appointments.
alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check
  check (kind in
    ('lesson', 'account', 'test', 'admin', 'news', 'event', 'absence', 'returned', 'mention', 'choice', 'upload', 'exam', 'evening'));
