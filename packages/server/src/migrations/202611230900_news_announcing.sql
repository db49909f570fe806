-- Its receivers are still to be told of it; false for what was written before, and for what is not to be told at all.
alter table news add column is_to_announce boolean not null default false;
update news set is_to_announce = true where publish_at > now();
