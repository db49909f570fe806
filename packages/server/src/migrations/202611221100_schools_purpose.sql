-- What a school is for: `usual` for everybody, `internal` for those who run and try the product, `management` for the
-- one from which it is administered. Set by the operator alone.
alter table schools add column purpose text not null default 'usual' check (purpose in ('usual', 'internal', 'management'));
create unique index schools_management on schools (purpose) where purpose = 'management';

drop trigger schools_access_changed on schools;
create trigger schools_access_changed
  after update on schools for each row
  when ((old.is_locked, old.purpose) is distinct from (new.is_locked, new.purpose))
  execute function kreide_school_access_changed();
