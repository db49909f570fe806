import type { AuditFilters, AuditLogEntry } from '@kreide/core/features/audit';
import { addDays, type Translate, toInstant } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { sayAction } from './actions.ts';
import { type AuditRow, type AuditSelection, findPeople, hasPerson, namesOf, referencesOf } from './queries.ts';

interface Reader {
  readonly school_id: number;
  readonly time_zone: string;
}

/** What the reader asks for, as the log knows it: days as instants of the school's zone, names as people. Null: it names a person of elsewhere. */
export async function toSelection(
  db: Kysely<DB>,
  { school_id, time_zone }: Reader,
  { action, user_id, entity, record, from, until, search = '' }: AuditFilters,
): Promise<AuditSelection | null> {
  if (user_id !== undefined && !(await hasPerson(db, school_id, user_id))) return null;
  const text = search.trim();
  return {
    action,
    user_id,
    entity,
    entity_id: record,
    from: from === undefined ? undefined : toInstant(from, '00:00', time_zone),
    to: until === undefined ? undefined : toInstant(addDays(until, 1), '00:00', time_zone),
    people: text === '' ? undefined : await findPeople(db, school_id, text),
  };
}

/** Rows as they are shown, with the names of people and the sentence of the action. */
export async function toEntries(
  db: Kysely<DB>,
  schoolId: number,
  rows: readonly AuditRow[],
  t: Translate,
): Promise<AuditLogEntry[]> {
  const names = await namesOf(db, schoolId, rows, t);
  return rows.map((row) => {
    const { user_id, ...shown } = row;
    const { origin, entity, entity_id } = shown;
    const known = referencesOf(row).flatMap((key) => {
      const name = names.get(key);
      return name === undefined ? [] : [[key, name] as const];
    });
    return {
      ...shown,
      origin: origin as AuditLogEntry['origin'],
      user: user_id === null ? null : { id: user_id, displayname: names.get(`users:${user_id}`) ?? `#${user_id}` },
      what: sayAction(row.action, t),
      subject: (entity === 'users' && entity_id !== null && names.get(`users:${entity_id}`)) || null,
      names: Object.fromEntries(known),
    };
  });
}
