-- Codes of letters can be printed again as long as nobody has used them: sealed with the server's key, and emptied once
-- they are used, withdrawn or over. Codes of one list belong together.
alter table activation_keys add column batch uuid;
alter table activation_keys add column sealed_code bytea;
alter table activation_keys add column letter_locale text
  check (letter_locale in ('de', 'en', 'es', 'tr', 'uk', 'fr', 'it'));
create index activation_keys_batch on activation_keys (school_id, batch) where batch is not null;
create index activation_keys_sealed on activation_keys (expires_at) where sealed_code is not null;

-- People who were made for letters are a run too; what its letters are like.
alter table user_imports add column kind text not null default 'import' check (kind in ('import', 'generated'));
alter table user_imports add column letters jsonb;
