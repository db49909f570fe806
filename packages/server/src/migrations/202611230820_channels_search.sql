-- Finding messages: their text, and the name and description of the file that they carry, in one spelling for all words.

-- Written and asked for alike: small letters, umlauts written out, no accents (`toSearchText` in core does the same), and
-- what is neither letter nor digit on its own, so that the index knows where words begin and end.
create function kreide_search_text(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(' ' || regexp_replace(
    regexp_replace(
      normalize(
        replace(replace(replace(replace(replace(
          normalize(lower(value), nfc), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), 'ı', 'i'),
        nfd),
      '[\u0300-\u036f]', '', 'g'),
    '([^[:alnum:]])', ' \1 ', 'g') || ' ', '\s+', ' ', 'g')
$$;

alter table messages
  -- What the file is called and what it shows, for as long as the message carries it.
  add column file_label text;
update messages set file_label = files.name || ' ' || files.alt_name
  from files where files.school_id = messages.school_id and files.id = messages.file_id;

alter table messages
  add column search_text text not null generated always as (
    case when type = 'NC_EVENT' then '' else kreide_search_text(content || ' ' || coalesce(file_label, '')) end) stored;

-- Parts of words within one chat. A database without these extensions, which come with PostgreSQL, reads the chat instead.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  -- What was written a moment ago waits unsorted, and every search reads it: so little of it.
  create index messages_search on messages using gin (chat_id, search_text gin_trgm_ops)
    with (gin_pending_list_limit = 256) where type <> 'NC_EVENT';
exception
  when feature_not_supported or undefined_file or insufficient_privilege then
    raise notice 'messages are searched without an index: %', sqlerrm;
end $$;

-- The first message of a day.
create index messages_days on messages (school_id, chat_id, created_at) where type <> 'NC_EVENT';
