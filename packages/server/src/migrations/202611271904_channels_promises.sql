-- Whether the school uses channels counts at once, in the memory of every process.
create trigger schools_channels_changed
  after update on schools for each row
  when (old.properties -> 'channels' is distinct from new.properties -> 'channels')
  execute function kreide_school_access_changed();

-- When somebody was taken out of a channel by those who look after it: its code of that time does not bring them back.
alter table channel_members add column barred_at timestamptz;
