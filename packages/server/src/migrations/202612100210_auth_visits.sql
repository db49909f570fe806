-- Whose session has opened one in an invented school: with that one this one ends, however that one does.
alter table sessions add column from_school_id bigint;
alter table sessions add column from_session_id bigint;
alter table sessions add check ((from_school_id is null) = (from_session_id is null));
alter table sessions add foreign key (from_school_id, from_session_id) references sessions (school_id, id) on delete cascade;
create index sessions_from on sessions (from_school_id, from_session_id) where from_session_id is not null;
