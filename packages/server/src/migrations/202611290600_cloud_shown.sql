-- When something that all members see was changed in a cloud last: what is handed in concerns its owner and those who review.
alter table clouds add column shown_at timestamptz;

update clouds set shown_at = activity_at where not exists (
  select 1 from cloud_files h where h.school_id = clouds.school_id and h.channel_id = clouds.channel_id
    and h.upload_limited_at is not null);

with recursive inside(school_id, id) as (
  select c.school_id, c.id from cloud_files h join cloud_files c on c.school_id = h.school_id and c.parent_id = h.id
  where h.upload_limited_at is not null
  union
  select c.school_id, c.id from inside join cloud_files c on c.school_id = inside.school_id and c.parent_id = inside.id)
update clouds set shown_at = seen.at
from (
  select f.school_id, f.channel_id, max(f.updated_at) as at from cloud_files f
  where f.deleted_at is null and not exists (
    select 1 from inside where inside.school_id = f.school_id and inside.id = f.id)
  group by f.school_id, f.channel_id) as seen
where clouds.shown_at is null and clouds.school_id = seen.school_id and clouds.channel_id = seen.channel_id;
