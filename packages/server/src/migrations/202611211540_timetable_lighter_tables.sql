-- Thousands of rows of a publication are written and removed as a whole, so that they need no check each, and no index that nobody reads.
-- What a publication changed of each kind of master data is one row, lists of records before and after, and no longer a row a record.
-- For an hour these two files already were what they are with this one applied:
-- equals 202611210910_structure_base 006b36405a60dab15f0d7ea015f24007b67fdddfc7cdabc0ddeb9993beba3530
-- equals 202611210920_timetable_base 033c8f79bdefddfe760b95bedd3eeb53176e6e1571b23c3809ca255451a58faf
alter table external_keys drop constraint if exists external_keys_school_id_fkey;
drop index if exists external_keys_entity;
alter table lesson_identities drop constraint if exists lesson_identities_school_id_fkey;
alter table lessons drop constraint if exists lessons_school_id_version_id_fkey;

alter table upload_changes add column if not exists entity_id bigint;
with folded as (
  delete from upload_changes where entity_id is not null returning *
)
insert into upload_changes (school_id, upload_id, entity, before, after)
select
  school_id,
  upload_id,
  entity,
  coalesce(jsonb_agg(before order by id) filter (where before is not null), '[]'),
  coalesce(jsonb_agg(after order by id) filter (where after is not null), '[]')
from folded
group by school_id, upload_id, entity;
alter table upload_changes
  drop column entity_id,
  alter column before set not null,
  alter column after set not null;
