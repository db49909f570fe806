-- What somebody decides about a comparison before it is saved.
alter table user_imports
  -- Accounts of the school that are left out of it: doubles of others.
  add column removed_ids bigint[] not null default '{}',
  -- Accounts that look like doubles and are people of their own.
  add column settled_ids bigint[] not null default '{}',
  -- Parents stay though none of their children does.
  add column keeps_parents boolean not null default true,
  -- Classes and teachers that were added to the school out of the list, before its people were saved.
  add column entities jsonb not null default '{}';
