-- What is handed in is shown to whoever brought it, and to who administers the channel.

-- When it came into the hand-in folder that it lies below; null: it lies in none, or came before this was kept.
alter table cloud_files add column handed_in_at timestamptz;
-- The folders in which something is handed in.
create index cloud_files_hand_ins on cloud_files (school_id, channel_id) where upload_limited_at is not null;
