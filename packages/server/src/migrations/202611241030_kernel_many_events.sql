-- Events of one kind for the same people are one row: its payload is a list then, each of which is an event.
alter table outbox add column is_many boolean not null default false;
