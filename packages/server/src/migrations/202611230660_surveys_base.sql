-- Surveys: questions that the members of the channels to which one was sent answer.
create table surveys (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  -- The author; null once they are erased.
  user_id bigint,
  results_visibility text not null default 'none' check (results_visibility in ('none', 'before', 'after')),
  is_anonymous boolean not null default false,
  expires_at timestamptz,
  -- Ended by its author, or by its time.
  ended_at timestamptz,
  -- How many people have answered; it stays right when one of them is erased.
  votes_count integer not null default 0,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id),
  unique (school_id, uuid),
  -- Lets votes refer to it, so that none of an anonymous survey can name anybody.
  unique (school_id, id, is_anonymous),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index surveys_author on surveys (school_id, user_id) where user_id is not null;
create index surveys_expiry on surveys (expires_at) where ended_at is null and deleted_at is null;

create table survey_channels (
  school_id bigint not null,
  survey_id bigint not null,
  channel_id bigint not null,
  primary key (school_id, survey_id, channel_id),
  foreign key (school_id, survey_id) references surveys (school_id, id),
  foreign key (school_id, channel_id) references channels (school_id, id)
);
create index survey_channels_channel on survey_channels (school_id, channel_id);

create table survey_questions (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  survey_id bigint not null,
  position integer not null,
  question text not null,
  type text not null default 'single' check (type in ('single', 'multiple', 'freetext')),
  has_user_option boolean not null default false,
  -- What people write themselves is shown to others who see the results.
  is_shared boolean not null default false,
  primary key (school_id, id),
  unique (school_id, survey_id, position),
  unique (school_id, uuid),
  foreign key (school_id, survey_id) references surveys (school_id, id)
);

create table survey_options (
  school_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  question_id bigint not null,
  position integer not null,
  name text not null,
  -- Stands for what somebody writes themselves.
  has_user_option boolean not null default false,
  primary key (school_id, id),
  unique (school_id, question_id, position),
  foreign key (school_id, question_id) references survey_questions (school_id, id)
);

-- Who has answered, and nothing else: no time, no order.
create table survey_participations (
  school_id bigint not null,
  survey_id bigint not null,
  user_id bigint not null,
  primary key (school_id, survey_id, user_id),
  foreign key (school_id, survey_id) references surveys (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index survey_participations_user on survey_participations (school_id, user_id);

-- What was answered. Of an anonymous survey it names nobody: while the survey runs, a keyed hash lets its voter take it
-- back; when it ends, the hash goes too.
create table survey_votes (
  school_id bigint not null,
  id uuid not null default gen_random_uuid(),
  survey_id bigint not null,
  is_anonymous boolean not null,
  question_id bigint not null,
  option_id bigint,
  text text,
  user_id bigint,
  revoke_tag bytea,
  primary key (school_id, id),
  foreign key (school_id, survey_id, is_anonymous) references surveys (school_id, id, is_anonymous),
  foreign key (school_id, question_id) references survey_questions (school_id, id),
  foreign key (school_id, option_id) references survey_options (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  check ((option_id is null) <> (text is null)),
  check (case when is_anonymous then user_id is null else user_id is not null and revoke_tag is null end)
);
create index survey_votes_survey on survey_votes (school_id, survey_id);
create index survey_votes_question on survey_votes (school_id, question_id);
create index survey_votes_option on survey_votes (school_id, option_id) where option_id is not null;
create index survey_votes_user on survey_votes (school_id, user_id) where user_id is not null;

-- Goes when an anonymous survey ends: from then on nobody can tell who gave which answer, not with the server's secret.
create table survey_secrets (
  school_id bigint not null,
  survey_id bigint not null,
  salt bytea not null,
  -- Its votes are waiting to be put into another order.
  is_shuffle_due boolean not null default false,
  primary key (school_id, survey_id),
  foreign key (school_id, survey_id) references surveys (school_id, id)
);

-- What is shown of an anonymous survey that runs: it moves in steps, so that no single answer can be seen.
create table survey_results (
  school_id bigint not null,
  survey_id bigint not null,
  votes_count integer not null,
  results jsonb not null,
  primary key (school_id, survey_id),
  foreign key (school_id, survey_id) references surveys (school_id, id)
);

-- What a message is about: so far a survey, later the others that are named here.
alter table messages drop constraint messages_target_type_check;
alter table messages add constraint messages_target_type_check
  check (target_type in ('event', 'lesson', 'account', 'surveyForm', 'conferences', 'news', 'surveys'));
