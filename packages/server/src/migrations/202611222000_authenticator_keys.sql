-- Keys of the two-factor service. It knows no people: whoever has the id has the codes. The id is not kept, only what it becomes with the
-- server's key, and a key can be opened with both alone.
create table two_factor_keys (
  id_hash text primary key,
  sealed bytea not null,
  -- The day on which a code was last asked for: what nobody asks for goes.
  asked_on date not null
);
create index two_factor_keys_age on two_factor_keys (asked_on);
