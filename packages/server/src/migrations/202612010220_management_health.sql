-- When a screen asked for the plan last; noted at most every ten minutes.
alter table screens add column called_at timestamptz;

-- What the health of a school counts is little among much.
create index classbook_entries_untaken on classbook_entries (school_id, lesson_date) where roll_taken_at is null;
create index mails_given_up on mails (school_id, created_at) where state in ('FAILED', 'REFUSED');
create index timetable_uploads_failed on timetable_uploads (school_id, created_at) where state = 'FAILED';
create index user_imports_failed on user_imports (school_id, created_at) where state = 'FAILED';
create index users_waiting on users (school_id) where state = 'PENDING' and deleted_at is null;
