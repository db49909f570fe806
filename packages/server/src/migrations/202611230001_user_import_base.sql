-- Imports of people from lists. A run holds what was read until it ends; its plan is a line for each person. Nobody is ever deleted.
create table user_imports (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() unique,
  state text not null default 'QUEUED'
    check (state in ('QUEUED', 'PROCESSING', 'READY', 'SAVING', 'SAVED', 'UNDONE', 'DISCARDED', 'FAILED')),
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Whose ids these are.
  source text not null,
  profile jsonb not null default '{}',
  files jsonb not null default '[]',
  -- What was read, packed, until the run ends.
  records bytea,
  -- What somebody said about people of the file, and who is not archived.
  decisions jsonb not null default '{}',
  kept_ids bigint[] not null default '{}',
  overview jsonb,
  revision text,
  archives_missing boolean not null default false,
  kept_count integer not null default 0,
  error jsonb,
  created_by bigint,
  created_at timestamptz not null,
  saved_at timestamptz,
  undone_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id)
);
create index user_imports_creator on user_imports (school_id, created_by);
create index user_imports_open on user_imports (created_at) where state = 'READY';

create table user_import_lines (
  school_id bigint not null,
  import_id bigint not null,
  position integer not null,
  -- Of the person in the upload.
  key text,
  kind text not null check (kind in ('new', 'changed', 'unchanged', 'missing', 'ambiguous', 'rejected')),
  user_id bigint,
  -- Folded, for the search.
  search_text text not null,
  line jsonb not null,
  -- Saving has got to this person.
  is_done boolean not null default false,
  primary key (school_id, import_id, position),
  foreign key (school_id, import_id) references user_imports (school_id, id) on delete cascade
);
create index user_import_lines_key on user_import_lines (school_id, import_id, key);
create index user_import_lines_kind on user_import_lines (school_id, import_id, kind, position);
create index user_import_lines_user on user_import_lines (school_id, user_id) where user_id is not null;

-- What saving changed of a person, to be undone.
create table user_import_changes (
  school_id bigint not null,
  import_id bigint not null,
  user_id bigint not null,
  before jsonb,
  after jsonb not null,
  primary key (school_id, import_id, user_id),
  foreign key (school_id, import_id) references user_imports (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index user_import_changes_user on user_import_changes (school_id, user_id);

-- Who of the school is who in a source.
create table user_import_identities (
  school_id bigint not null,
  user_id bigint not null,
  source text not null,
  external_id text,
  birth_date date,
  primary key (school_id, user_id, source),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index user_import_identities_key on user_import_identities (school_id, source, external_id);
