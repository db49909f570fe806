import {
  ABSENCE_CATEGORIES,
  type Absence,
  type AbsenceCategory,
  type AbsenceRelation,
  type AbsenceType,
  absenceAbilitiesOf,
  STANDARD_CATEGORY,
  STANDARD_TYPE,
  STANDARD_TYPES,
  type StandardTypeKey,
} from '@kreide/core/features/absences';
import type { Translate } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { usersPart } from '../users/index.ts';
import type { Book } from './book.ts';
import type { AbsenceRow } from './queries/absences.ts';
import type { TypeRow } from './queries/types.ts';

const isStandard = (id: string): id is StandardTypeKey => STANDARD_TYPES.some(({ key }) => key === id);

/** The name of a type: that of the school, else the product's. */
export function typeNameOf(id: string, name: string | null, t: Translate): string {
  return name ?? (isStandard(id) ? t(`absences:types.${id}`) : id);
}

function descriptionOf({ id, description, state }: TypeRow, t: Translate): string {
  if (description !== '' || !isStandard(id)) return description;
  if (id === STANDARD_TYPE) return t('absences:hints.missing');
  return state === 'PENDING' ? t('absences:hints.pending') : '';
}

/** A type in words. */
export function toType(row: TypeRow, t: Translate): AbsenceType {
  const { id, name, category, state, audience, is_counting, archived_at } = row;
  return {
    id,
    category,
    state,
    key: isStandard(id) ? id : null,
    audience,
    is_counting,
    meta: { name: typeNameOf(id, name, t), description: descriptionOf(row, t) },
    is_archived: archived_at !== null,
  };
}

const PLACES = ABSENCE_CATEGORIES.map(({ key }) => key);
/** Types by category; within one in the order in which the school got them. */
export const byCategory = (types: readonly TypeRow[]): TypeRow[] =>
  types.toSorted((one, other) => PLACES.indexOf(one.category) - PLACES.indexOf(other.category));

export function toCategories(t: Translate): AbsenceCategory[] {
  return ABSENCE_CATEGORIES.map(({ key, icon }) => ({
    key,
    icon,
    name: t(`absences:categories.${key}`),
    is_standard: key === STANDARD_CATEGORY,
  }));
}

/** The names of people, by their number. */
export async function namesOf(db: Kysely<DB>, { school_id }: Pick<Book, 'school_id'>, ids: readonly (number | null)[]) {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  if (wanted.length === 0) return new Map<number, string>();
  const rows = await usersPart(db)
    .where('school_id', '=', school_id)
    .where('id', '=', sql<number>`any(${wanted}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`]));
}

/** What the caller has to do with the pupils of an absence that they see. */
export function relationTo(book: Book, row: Pick<AbsenceRow, 'is_own_class'>): AbsenceRelation | null {
  return book.relation === 'teaching' && row.is_own_class ? 'class' : book.relation;
}

/** What the caller may do with an absence. */
export function judge(book: Book, row: AbsenceRow) {
  const midnight = book.midnight.getTime();
  return absenceAbilitiesOf(
    book.actor,
    relationTo(book, row),
    {
      author_id: row.created_by,
      editor_id: row.edited_by,
      is_of_family: row.source === 'parent' || row.source === 'pupil',
      is_deleted: row.deleted_at !== null,
      is_begun: Date.parse(row.begins_at) < midnight,
      is_over: Date.parse(row.ends_at) < midnight,
      is_personal: row.user_id !== null,
      is_undecided: row.state === 'PENDING' || row.type_id === STANDARD_TYPE,
      has_note: row.excuse_note !== null,
    },
    { pupilsReport: book.settings.pupils_report },
  );
}

function unitOf(row: AbsenceRow): Absence['unit'] {
  if (row.grade_id !== null) return { id: row.grade_id, shortcut: row.grade_shortcut ?? '', name: row.grade_name };
  return row.course_id === null
    ? null
    : { id: row.course_id, shortcut: row.course_shortcut ?? '', name: row.course_name };
}

/** Absences as the caller sees them: each text only for who may see it. */
export async function showAbsences(
  db: Kysely<DB>,
  book: Book,
  rows: readonly AbsenceRow[],
  t: Translate,
): Promise<Absence[]> {
  const names = await namesOf(
    db,
    book,
    rows.flatMap(({ created_by, edited_by, deleted_by }) => [created_by, edited_by, deleted_by]),
  );
  const nameOf = (id: number | null) => names.get(id ?? 0) ?? null;
  return rows.map((row) => {
    const can = judge(book, row);
    const grade = row.class === null ? null : { shortcut: row.class };
    const displayname = `${row.firstname} ${row.lastname}`;
    return {
      uuid: row.uuid,
      classbook_id: row.school_year_id,
      user_id: row.user_id,
      grade_id: row.grade_id,
      course_id: row.course_id,
      begins_at: row.begins_at,
      ends_at: row.ends_at,
      type_id: row.type_id,
      type: {
        name: typeNameOf(row.type_id, row.type_name, t),
        category: row.category,
        state: row.state,
        key: isStandard(row.type_id) ? row.type_id : null,
      },
      comment: can['view-absence-comment'] === 1 ? row.comment : null,
      excuse_note: can['view-absence-parent-note'] === 1 ? row.excuse_note : null,
      source: row.source,
      read_at: row.read_at,
      created_at: row.created_at,
      updated_at: row.updated_at,
      deleted_at: row.deleted_at,
      last_contacted_at: row.last_contacted_at,
      author: nameOf(row.created_by),
      edited_by: nameOf(row.edited_by),
      deleted_by: nameOf(row.deleted_by),
      meta: { has_active_parents: row.has_active_parents, last_updated_at: row.edited_at },
      user: row.user_id === null ? null : { id: row.user_id, meta: { displayname }, grade },
      unit: unitOf(row),
      can,
    };
  });
}
