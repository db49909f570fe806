-- Whether an article of the help has helped somebody; each person has one vote for each.
create table faq_votes (
  school_id bigint not null references schools (id),
  user_id bigint not null,
  article text not null,
  is_helpful boolean not null,
  voted_at timestamptz not null,
  primary key (school_id, user_id, article),
  foreign key (school_id, user_id) references users (school_id, id)
);

-- What was looked for in the help and not found: of no school and of nobody.
create table faq_misses (
  language text not null,
  words text not null,
  count int not null,
  missed_at timestamptz not null,
  primary key (language, words)
);
create index faq_misses_at on faq_misses (missed_at);
