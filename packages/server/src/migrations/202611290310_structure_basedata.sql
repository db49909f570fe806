-- Master data that planners keep (T-2.83, T-7.17). What an import brings stays in its columns; what people add has columns
-- of its own, so that the next import leaves it as it is. `version` counts the changes that people made to a row.
alter table subjects
  add column version int not null default 1,
  -- One of the twelve hues; null: the colour that the import brought.
  add column user_color text;
alter table teachers
  add column version int not null default 1,
  add column contract_hours real check (contract_hours between 0 and 60);
alter table bookables
  add column version int not null default 1,
  add column kind text,
  add column capacity int check (capacity between 1 and 5000),
  add column building text;
alter table grades add column version int not null default 1;
alter table courses add column version int not null default 1;

-- The rooms that a subject is taught in (T-3.23).
create table subject_bookables (
  school_id bigint not null,
  subject_id bigint not null,
  bookable_id bigint not null,
  primary key (school_id, subject_id, bookable_id),
  foreign key (school_id, subject_id) references subjects (school_id, id),
  foreign key (school_id, bookable_id) references bookables (school_id, id)
);
create index subject_bookables_bookable on subject_bookables (school_id, bookable_id);

-- The subjects that a teacher teaches (T-3.25).
create table teacher_subjects (
  school_id bigint not null,
  teacher_id bigint not null,
  subject_id bigint not null,
  primary key (school_id, teacher_id, subject_id),
  foreign key (school_id, teacher_id) references teachers (school_id, id),
  foreign key (school_id, subject_id) references subjects (school_id, id)
);
create index teacher_subjects_subject on teacher_subjects (school_id, subject_id);
