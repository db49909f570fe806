-- Channels that people are in: generated ones of grades and courses, those that people made, and conversations of two.
alter table channels
  add column name text,
  add column description text,
  add column color text,
  -- Whom a generated channel is for.
  add column target text check (target in
    ('parents', 'students', 'teachers', 'global', 'sv', 'sekretariat', 'courses', 'course-parents')),
  add column grade_id bigint,
  add column course_id bigint,
  -- The two people of a conversation, the smaller id first.
  add column low_user_id bigint,
  add column high_user_id bigint,
  -- Whoever knows it may join; null: nobody may.
  add column code text,
  add column is_public boolean not null default false,
  add column is_leavable boolean not null default true,
  add column is_disabled boolean not null default false,
  -- Two-way: every member writes; one-way: its administrators only.
  add column is_twoway boolean not null default true,
  add column twoway_expires_at timestamptz,
  add column is_hidden_memberlist boolean not null default false,
  add column activity_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column created_by bigint,
  add column deleted_at timestamptz,
  add foreign key (school_id, grade_id) references grades (school_id, id),
  add foreign key (school_id, course_id) references courses (school_id, id),
  add foreign key (school_id, low_user_id) references users (school_id, id),
  add foreign key (school_id, high_user_id) references users (school_id, id),
  add foreign key (school_id, created_by) references users (school_id, id),
  add check ((low_user_id is null) = (high_user_id is null) and low_user_id < high_user_id),
  add check (owner_id is not null or low_user_id is not null or name is not null);
create unique index channels_pair on channels (school_id, low_user_id, high_user_id) where low_user_id is not null;
create unique index channels_code on channels (school_id, code) where code is not null;
create unique index channels_generated on channels (school_id, target, coalesce(grade_id, 0), coalesce(course_id, 0))
  where type in ('GENERATED', 'GLOBAL') and deleted_at is null;
create index channels_name on channels (school_id, lower(name)) where owner_id is null and deleted_at is null;

-- Who is or was in a channel, and how each of them has it. Unread are the messages after read_seq: sending writes nothing
-- to anybody but the sender.
create table channel_members (
  school_id bigint not null,
  channel_id bigint not null,
  user_id bigint not null,
  is_admin boolean not null default false,
  -- How somebody came in: made it, was added, by its code, or as a member of the grade or course.
  method text not null check (method in ('created', 'added', 'code', 'generated')),
  joined_at timestamptz not null,
  left_at timestamptz,
  -- The last message that was read; it never falls.
  read_seq bigint not null default 0,
  -- Messages up to this one were before their time, or were cleared.
  visible_from_seq bigint not null default 0,
  -- Set by hand.
  is_unread boolean not null default false,
  is_muted boolean not null default false,
  is_pinned boolean not null default false,
  is_archived boolean not null default false,
  knocked_at timestamptz,
  primary key (school_id, channel_id, user_id),
  foreign key (school_id, channel_id) references channels (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index channel_members_user on channel_members (school_id, user_id) where left_at is null;
