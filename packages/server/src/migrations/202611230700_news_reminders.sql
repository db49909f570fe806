-- When those who had not confirmed an item were last reminded of it; null: never.
alter table news add column reminded_at timestamptz;
alter table push_deliveries drop constraint push_deliveries_kind_check;
alter table push_deliveries add constraint push_deliveries_kind_check
  check (kind in ('lesson', 'account', 'test', 'admin', 'news'));
