-- The log of what became of push messages and mails is read by time, from either end, a page at a time.
create index push_deliveries_at on push_deliveries (school_id, created_at desc, id desc);
create index mails_at on mails (school_id, created_at desc, id desc) where user_id is not null;
