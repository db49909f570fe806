-- The list of people is ordered by account and by role too, a page at a time, and a kept view of it knows its order.
create index users_by_username on users (school_id, lower(username), id);
create index users_by_role on users (school_id, role, search_text, id);

alter table people_views add column "order" text
  check ("order" in ('name', '-name', 'username', '-username', 'role', '-role'));
