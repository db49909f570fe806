-- Schools that may become customers, of the school whose staff sell the product. What a lead says of a person goes with it.
create table leads (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  source text not null check (source in ('outside', 'referral', 'school')),
  source_key text not null check (char_length(source_key) between 1 and 190),
  name text not null,
  street text not null default '',
  postal_code text not null default '',
  city text not null default '',
  country text not null default 'DE' check (country ~ '^[A-Z]{2}$'),
  contact_name text not null default '',
  email text not null default '',
  phone text not null default '',
  type text,
  locale text not null default 'de',
  brand text not null default '',
  slink text not null default '',
  sign_in text not null default 'none' check (sign_in in ('none', 'LDAP', 'OIDC', 'SAML')),
  state text not null default 'new' check (state in ('new', 'visited', 'activated', 'lost')),
  visited_at timestamptz,
  activated_at timestamptz,
  -- The school that was made of it.
  made_school_id bigint references schools (id),
  -- Changed by a person: fetching all of them leaves it as it is.
  is_edited boolean not null default false,
  created_at timestamptz not null,
  fetched_at timestamptz not null,
  updated_at timestamptz not null,
  -- When it is forgotten; null: it names nobody.
  expires_at timestamptz,
  -- Emptied on request: the row only keeps its source from bringing it back.
  removed_at timestamptz,
  search_text text not null
    generated always as (left(kreide_fold(name || ' ' || city || ' ' || postal_code || ' ' || contact_name || ' ' || email), 700)) stored,
  primary key (school_id, id),
  unique (school_id, source, source_key),
  check ((state = 'activated') = (made_school_id is not null))
);
create unique index leads_uuid on leads (school_id, uuid);
-- Each order of the list, in both directions.
create index leads_by_name on leads (school_id, search_text, id) where removed_at is null;
create index leads_by_change on leads (school_id, updated_at, id) where removed_at is null;
create index leads_by_brand on leads (school_id, brand, search_text, id) where removed_at is null;
create index leads_made on leads (made_school_id);
create index leads_expiry on leads (expires_at) where expires_at is not null;

-- How far fetching the leads of a school is.
create table lead_syncs (
  school_id bigint primary key references schools (id),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  read integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  refused integer not null default 0,
  reason text check (reason in ('unreachable', 'timeout', 'refused', 'too_large', 'unreadable', 'address', 'interrupted')),
  started_at timestamptz not null,
  ended_at timestamptz
);

-- Schools to which people of a school recommend the product: never a person there.
create table referrals (
  school_id bigint not null references schools (id),
  id bigint generated always as identity,
  user_id bigint,
  name text not null,
  city text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index referrals_user on referrals (school_id, user_id, created_at);
create index referrals_id on referrals (id);
create index referrals_expiry on referrals (expires_at);
