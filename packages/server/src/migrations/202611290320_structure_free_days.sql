-- Free days that people keep beside those of an import (T-3.06): changes are counted, and one that is deleted can come back.
alter table holidays
  add column version int not null default 1,
  add column ended_at timestamptz;
