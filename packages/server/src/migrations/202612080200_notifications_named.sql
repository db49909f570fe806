-- Whose name a notification says besides its reader's: it goes with that person. Null: nobody's.
alter table messages add column named_id bigint;
alter table messages add foreign key (school_id, named_id) references users (school_id, id);
update messages set named_id = absences.user_id from absences
  where messages.type = 'NC_EVENT' and messages.school_id = absences.school_id and messages.told_of = 'absence:' || absences.uuid;
update messages set named_id = news.user_id from news
  where messages.type = 'NC_EVENT' and messages.school_id = news.school_id and messages.told_of = 'news:' || news.id
    and messages.target_snapshot ->> 'by' is not null;
update messages set named_id = event.user_id from calendar_events event
  where messages.type = 'NC_EVENT' and messages.school_id = event.school_id and messages.told_of = 'event:' || event.id
    and messages.target_snapshot ->> 'by' is not null;
create index messages_named on messages (school_id, named_id) where named_id is not null;
-- Who was told of an absence that went with its pupil still reads the name.
delete from messages where type = 'NC_EVENT' and told_of like 'absence:%' and not exists (
  select from absences where absences.school_id = messages.school_id and 'absence:' || absences.uuid = messages.told_of);
