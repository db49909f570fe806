import type { CodeEntity } from '@kreide/core/features/timetable-import';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

export interface CodeChoice {
  entity: CodeEntity;
  external_key: string;
  entity_id: number;
}

/** The choices of a school for the codes of a source. */
export async function listChoices(db: Kysely<DB>, schoolId: number, source: string): Promise<CodeChoice[]> {
  const rows = await db
    .selectFrom('timetable_code_choices')
    .select(['entity', 'external_key', 'entity_id'])
    .where('school_id', '=', schoolId)
    .where('source', '=', source)
    .execute();
  return rows as CodeChoice[];
}

/** Saves choices of one source; those without a record are forgotten. */
export async function saveChoices(
  db: Kysely<DB>,
  of: { school_id: number; source: string },
  choices: readonly (Omit<CodeChoice, 'entity_id'> & { entity_id: number | null })[],
): Promise<void> {
  const columns = (some: typeof choices) => [
    some.map(({ entity }) => entity),
    some.map(({ external_key }) => external_key),
    some.map(({ entity_id }) => entity_id),
  ];
  const [entities, keys] = columns(choices);
  await sql`delete from timetable_code_choices where school_id = ${of.school_id} and source = ${of.source}
    and (entity, external_key) in (select * from unnest(${entities}::text[], ${keys}::text[]))`.execute(db);
  const [newEntities, newKeys, ids] = columns(choices.filter(({ entity_id }) => entity_id !== null));
  await sql`insert into timetable_code_choices (school_id, source, entity, external_key, entity_id)
    select ${of.school_id}, ${of.source}, * from unnest(${newEntities}::text[], ${newKeys}::text[], ${ids}::bigint[])`.execute(
    db,
  );
}
