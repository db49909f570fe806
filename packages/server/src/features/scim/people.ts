import { gradesOf, listTaken } from '../structure/index.ts';
import { listIdentitiesOf, SCHOOL_NUMBER } from '../user-import/index.ts';
import { hasExpired, listProvisioned, type ProvisionedFilter, type ProvisionedRow } from '../users/index.ts';
import type { Asking } from './asking.ts';
import { type KnownRow, listKnown } from './queries.ts';
import type { Person } from './user-resource.ts';

/** The source of the keys by which services know people. */
export const SOURCE = 'scim';

/** Somebody with what a change has to know besides. */
export interface Found {
  readonly row: ProvisionedRow;
  readonly known: KnownRow | null;
  readonly person: Person;
}

/** People as services see them, in the order of the list. */
export async function toFound(asking: Asking, rows: readonly ProvisionedRow[]): Promise<Found[]> {
  if (rows.length === 0) return [];
  const { db, school_id, now, today } = asking;
  const ids = rows.map(({ id }) => id);
  const byUser = <Row extends { user_id: number }>(list: readonly Row[]) =>
    new Map(list.map((each) => [each.user_id, each]));
  const known = byUser(await listKnown(db, school_id, ids));
  const keys = byUser(await listIdentitiesOf(db, school_id, SOURCE, ids));
  const numbers = byUser(await listIdentitiesOf(db, school_id, SCHOOL_NUMBER, ids));
  const grades = rows.some(({ grade_id }) => grade_id !== null) ? await gradesOf(db, school_id).execute() : [];
  const taken = Map.groupBy(await listTaken(db, { school_id, user_ids: ids }, today), ({ user_id }) => user_id);
  const gradeOf = new Map(grades.map((grade) => [grade.id, grade]));
  return rows.map((row) => {
    const of = known.get(row.id) ?? null;
    const key = keys.get(row.id);
    const grade = gradeOf.get(row.grade_id ?? 0);
    return {
      row,
      known: of,
      person: {
        id: row.id,
        uuid: row.uuid,
        user_name: of?.user_name ?? row.username,
        external_id: key?.external_id ?? null,
        firstname: row.firstname,
        lastname: row.lastname,
        email: row.email,
        phone: row.phone,
        type: row.type,
        is_admin: row.role === 'ADMIN',
        is_active: !row.is_locked && !hasExpired(row, now) && row.deleted_at === null,
        birth_date: key?.birth_date ?? null,
        school_number: numbers.get(row.id)?.external_id ?? null,
        grade: grade ? { id: grade.id, shortcut: grade.shortcut } : null,
        courses: (taken.get(row.id) ?? []).map(({ course_id, shortcut }) => ({ id: course_id, shortcut })),
        created_at: row.created_at,
        updated_at: of?.updated_at ?? row.created_at,
      },
    };
  });
}

export async function findPeople(
  asking: Asking,
  filter: ProvisionedFilter,
  page: { offset: number; limit: number } | null = null,
): Promise<Found[]> {
  const { db, school_id, today } = asking;
  return toFound(asking, await listProvisioned(db, school_id, filter, today, page));
}
