-- Accounts end on a day that can be taken back (P-4.25), and when somebody is erased, the row stays without its person: the number that
-- registers refer to (P-6.13).
alter table users add column if not exists expire_at timestamptz;
alter table users add column erased_at timestamptz;

drop trigger users_access_changed on users;
create trigger users_access_changed
  after update on users for each row
  when ((old.is_locked, old.deleted_at, old.role, old.type, old.expire_at)
    is distinct from (new.is_locked, new.deleted_at, new.role, new.type, new.expire_at))
  execute function kreide_user_access_changed();

-- How names are compared: "Bäumler" is "Baeumler" and "Baumler", "Anna-Lena" is "Annalena".
create function kreide_fold(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    replace(replace(regexp_replace(normalize(lower(value), nfd), '[\u0300-\u036f''’-]', '', 'g'), 'ß', 'ss'), 'ı', 'i'),
    '([aou])e', '\1', 'g')
$$;

-- What the list of people is sorted and searched by; its beginning is the name.
alter table users add column search_text text not null
  generated always as (left(kreide_fold(lastname || ' ' || firstname || ' ' || username || ' ' || coalesce(email, '')), 500)) stored;
create index users_list on users (school_id, search_text, id);
