-- Uploads are counted per school: their number tells nothing about other schools.
alter table timetable_uploads add column number integer not null default 0;
update timetable_uploads set number = counted.number
  from (select school_id, id, row_number() over (partition by school_id order by id) as number from timetable_uploads) counted
  where counted.school_id = timetable_uploads.school_id and counted.id = timetable_uploads.id;
alter table timetable_uploads add unique (school_id, number);

-- The number is given here, so that nobody who writes an upload can forget it; the lock puts two at once in order.
create function kreide_upload_number() returns trigger language plpgsql as $$
begin
  perform 1 from schools where id = new.school_id for no key update;
  select coalesce(max(number), 0) + 1 into new.number from timetable_uploads where school_id = new.school_id;
  return new;
end
$$;
create trigger timetable_upload_number before insert on timetable_uploads for each row execute function kreide_upload_number();
