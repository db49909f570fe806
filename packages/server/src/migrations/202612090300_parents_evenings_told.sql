-- Families are told once that they can book; those of evenings that are open already know.
alter table parents_evenings add column told_at timestamptz;
update parents_evenings set told_at = now() where state <> 'draft' and opens_at <= now();
create index parents_evenings_untold on parents_evenings (opens_at) where told_at is null and state = 'published';
