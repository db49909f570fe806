-- The end of a chain moves once for each row that is added, not twice: every version of that row stays until the transaction
-- ends, and a transaction that records a thousand changes walks over all of them each time.
create or replace function kreide_audit_append() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  loop
    select seq + 1, hash into new.seq, new.previous_hash from audit_heads where school_id = new.school_id for update;
    exit when found;
    insert into audit_heads (school_id, seq, hash) values (new.school_id, 0, '') on conflict do nothing;
  end loop;
  new.hash := kreide_audit_hash(new);
  update audit_heads set seq = new.seq, hash = new.hash where school_id = new.school_id;
  return new;
end
$$;
