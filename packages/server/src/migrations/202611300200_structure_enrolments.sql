-- What the school has decided about an enrolment, the pupil and the parents cannot change (T-4.08).
alter table enrolments add column is_fixed boolean not null default false;
-- Somebody takes a course once at a time; the newest row is the state, those that ended before are kept.
create index enrolments_person on enrolments (school_id, user_id, course_id, joined_at desc, id desc);
-- What a pupil or the parents chose themselves says nothing of the others: a course stays that of its classes for them.
alter table enrolments add column is_own boolean not null default false;
