-- Families can wish for teachers, and the school makes appointments of the wishes once all are known.
alter table parents_evenings add column mode text not null default 'first_come' check (mode in ('first_come', 'wishes'));
-- When the wishes became appointments.
alter table parents_evenings add column allocated_at timestamptz;
-- When those who make evenings were told that the wishes wait for them.
alter table parents_evenings add column asked_at timestamptz;
create index parents_evenings_unallocated on parents_evenings (closes_at)
  where mode = 'wishes' and allocated_at is null and asked_at is null and state = 'published';
alter table parents_evenings add constraint parents_evenings_allocated check (allocated_at is null or mode = 'wishes');

-- When the family of a child can come, and when its wishes were changed last.
create table parents_evening_wish_lists (
  school_id bigint not null,
  evening_id bigint not null,
  child_id bigint not null,
  -- Null: as long as the evening.
  begins_at time,
  ends_at time,
  updated_at timestamptz not null,
  primary key (school_id, evening_id, child_id),
  foreign key (school_id, evening_id) references parents_evenings (school_id, id) on delete cascade,
  foreign key (school_id, child_id) references users (school_id, id)
);
create index parents_evening_wish_lists_child on parents_evening_wish_lists (school_id, child_id);

-- Whom a family wants to meet, 1 most of all, and which parent comes.
create table parents_evening_wishes (
  school_id bigint not null,
  id bigint generated always as identity,
  evening_id bigint not null,
  child_id bigint not null,
  teacher_id bigint not null,
  parent_id bigint not null,
  rank smallint not null check (rank between 1 and 12),
  primary key (school_id, id),
  unique (school_id, evening_id, child_id, teacher_id),
  foreign key (school_id, evening_id, teacher_id) references parents_evening_teachers (school_id, evening_id, teacher_id)
    on delete cascade,
  foreign key (school_id, child_id) references users (school_id, id),
  foreign key (school_id, parent_id) references users (school_id, id)
);
create index parents_evening_wishes_teacher on parents_evening_wishes (school_id, evening_id, teacher_id);
create index parents_evening_wishes_child on parents_evening_wishes (school_id, child_id);
create index parents_evening_wishes_parent on parents_evening_wishes (school_id, parent_id);
