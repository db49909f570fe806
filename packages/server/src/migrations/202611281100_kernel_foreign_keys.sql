-- What is referred to is looked for when it is removed: without an index each removed row reads the whole table. An import of 2,100
-- people could not be taken back within 30 seconds, for `messages.unset_by` alone.
create index messages_unset_by on messages (school_id, unset_by) where unset_by is not null;
create index message_reports_channel on message_reports (school_id, channel_id);
create index message_reports_decided_by on message_reports (school_id, decided_by) where decided_by is not null;
create index channels_creator on channels (school_id, created_by) where created_by is not null;
create index channels_high_user on channels (school_id, high_user_id) where high_user_id is not null;
create index cloud_files_channel on cloud_files (school_id, channel_id);
create index conferences_channel on conferences (school_id, channel_id);
create index conferences_host on conferences (school_id, host_id) where host_id is not null;
create index conferences_user on conferences (school_id, user_id) where user_id is not null;
create index news_author on news (school_id, user_id) where user_id is not null;
create index classbook_entries_subject on classbook_entries (school_id, subject_id) where subject_id is not null;
create index courses_season on courses (school_id, season_id) where season_id is not null;
create index courses_subject on courses (school_id, subject_id) where subject_id is not null;
create index substitutions_year on substitutions (school_id, school_year_id);
create index teachers_grade on teachers (school_id, grade_id) where grade_id is not null;
create index teachers_co_grade on teachers (school_id, co_grade_id) where co_grade_id is not null;
create index teachers_main_bookable on teachers (school_id, main_bookable_id) where main_bookable_id is not null;
create index year_change_drafts_from on year_change_drafts (school_id, from_year_id);
create index year_change_repeaters_from on year_change_repeaters (school_id, from_year_id);
create index year_changes_from on year_changes (school_id, from_year_id);
create index year_changes_to on year_changes (school_id, to_year_id);

-- These knew a part of the rows, or of the columns; the whole serves the same lists.
drop index channel_members_user;
create index channel_members_user on channel_members (school_id, user_id);
drop index devices_user;
create index devices_user on devices (school_id, user_id);
drop index survey_votes_survey;
create index survey_votes_survey on survey_votes (school_id, survey_id, is_anonymous);
