-- What is still to come, for its author and for those who manage news; what was deleted and can be taken back is found by its key.
create index news_scheduled on news (school_id, publish_at) where deleted_at is null;
