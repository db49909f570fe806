-- Whoever takes part in an event can be asked for an answer.
-- Who sees the answers; null: nobody is asked.
alter table calendar_events add column answers_for text check (answers_for in ('author', 'numbers', 'names'));

create table calendar_event_answers (
  school_id bigint not null,
  event_id bigint not null,
  user_id bigint not null,
  answer text not null check (answer in ('yes', 'no', 'maybe')),
  answered_at timestamptz not null,
  primary key (school_id, event_id, user_id),
  foreign key (school_id, event_id) references calendar_events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index calendar_event_answers_user on calendar_event_answers (school_id, user_id, event_id);
