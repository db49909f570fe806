import type { TestDatabase } from './database.ts';

/** Requests write these beside the call itself: who it was, and when it was last here. */
const BESIDE = ['sessions', 'audit_log', 'audit_heads', 'kreide_migrations'];

/**
 * Makes the database so slow, from the view of whoever writes, that no statement is done within the limit of its
 * session: it is cancelled as PostgreSQL cancels it, at once. Only sessions without a limit get through. Returns what
 * makes it quick again.
 */
export async function slowDown({ asOwner }: Pick<TestDatabase, 'asOwner'>): Promise<() => Promise<void>> {
  const onEach = (statement: string) => `do $do$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = 'public' and tablename <> all('{${BESIDE}}') loop
      execute format('${statement}', one);
    end loop; end $do$`;
  await asOwner(`create function public.too_slow() returns trigger language plpgsql as $$ begin
    if current_setting('statement_timeout') <> '0' then
      raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
    end if;
    return null; end $$`);
  await asOwner(
    onEach(
      'create trigger too_slow before insert or update or delete on public.%I for each statement execute function public.too_slow()',
    ),
  );
  return () => asOwner('drop function public.too_slow() cascade');
}
