-- Who has not chosen is reminded once before a choice closes (D-8.15).
alter table choices add column reminded_at timestamptz;
create index choices_unreminded on choices (closes_at) where reminded_at is null and published_at is null;

alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check
  check (kind in ('lesson', 'account', 'test', 'admin', 'news', 'event', 'absence', 'returned', 'mention', 'choice'));
