import { readLevels } from '../structure/index.ts';
import type { Basedata, BasedataDrafts, CourseRow } from './basedata-schema.ts';

/** The fields of each table that an import writes: in a row that it brought people change the others only. */
export const IMPORTED_FIELDS = {
  subjects: ['shortcut', 'name'],
  teachers: ['shortcut', 'title', 'firstname', 'lastname'],
  bookables: ['shortcut', 'name'],
  grades: ['shortcut', 'name'],
  courses: ['shortcut', 'name', 'subject_id', 'grade_ids', 'teacher_ids', 'is_required'],
  holidays: ['name', 'begins_at', 'ends_at', 'is_public'],
} as const satisfies { [Entity in Basedata]: readonly (keyof BasedataDrafts[Entity])[] };

/** What can be wrong with a row; the text is `planner:rules.<rule>`. */
export type BasedataRule =
  | 'shortcutRequired'
  | 'shortcutTaken'
  | 'ownedByImport'
  | 'partRequired'
  | 'nameRequired'
  | 'endsBefore'
  | 'coreEnds'
  | 'levelRange';

export interface BasedataProblem {
  readonly field: string;
  readonly rule: BasedataRule;
}

interface Known {
  readonly id: number;
  readonly shortcut?: string;
  readonly is_imported: boolean;
}

/** Does an import write the names of a row? Not of what the school keeps. */
export const isOwnedByImport = (
  row: { readonly is_imported: boolean; readonly is_custom?: boolean | undefined } | null,
  draft: object,
): boolean => {
  const kept = 'is_custom' in draft ? draft.is_custom : row?.is_custom;
  return row?.is_imported === true && kept !== true;
};

const sameText = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What is wrong with a row as somebody wants it: short names are there once in a table, except for those of courses; what
 * an import brought keeps its names, unless the school keeps it; a course is of a subject or for a class.
 * @param row as it is; null: a new one
 */
export function basedataProblems<Entity extends Basedata>(
  entity: Entity,
  draft: BasedataDrafts[Entity],
  row: (BasedataDrafts[Entity] & Known) | null,
  others: readonly Known[],
): BasedataProblem[] {
  const problems: BasedataProblem[] = [];
  if (row && isOwnedByImport(row, draft))
    for (const field of IMPORTED_FIELDS[entity] as unknown as readonly (keyof BasedataDrafts[Entity] & string)[])
      if (!isSame(draft[field], row[field])) problems.push({ field, rule: 'ownedByImport' });
  if ('begins_at' in draft) {
    if (draft.name.trim() === '') problems.push({ field: 'name', rule: 'nameRequired' });
    if (draft.ends_at < draft.begins_at) problems.push({ field: 'ends_at', rule: 'endsBefore' });
    return problems;
  }
  if (
    'core_ends_at' in draft &&
    draft.core_begins_at &&
    draft.core_ends_at &&
    draft.core_ends_at <= draft.core_begins_at
  )
    problems.push({ field: 'core_ends_at', rule: 'coreEnds' });
  if ('range' in draft && draft.range && !readLevels(draft.range))
    problems.push({ field: 'range', rule: 'levelRange' });
  const { shortcut } = draft as { readonly shortcut: string };
  if (shortcut.trim() === '') problems.push({ field: 'shortcut', rule: 'shortcutRequired' });
  const isTaken = (other: Known) => other.id !== row?.id && sameText(other.shortcut ?? '', shortcut);
  const isNew = row === null || !sameText(row.shortcut ?? '', shortcut);
  if (entity !== 'courses' && isNew && others.some(isTaken))
    problems.push({ field: 'shortcut', rule: 'shortcutTaken' });
  if ('subject_id' in draft && draft.subject_id === null && draft.grade_ids.length === 0)
    problems.push({ field: 'subject_id', rule: 'partRequired' });
  return problems;
}

const asSet = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other).join();

type Course = Pick<CourseRow, 'id' | 'subject_id' | 'grade_ids' | 'teacher_ids'> &
  Partial<Pick<CourseRow, 'season_id'>>;

/** Do two courses ever stand beside each other? One without a school year of its own lives in each. */
const share = (one: number | null | undefined, other: number | null | undefined) => !one || !other || one === other;

/**
 * The course that another one would double: of the same subject, for the same classes, with the same teachers, and in the same school year
 * (T-5.35).
 */
export function findSameCourse<One extends Course>(
  course: Omit<Course, 'id'> & { readonly id?: number },
  courses: readonly One[],
): One | undefined {
  return courses.find(
    (other) =>
      other.id !== course.id &&
      other.subject_id === course.subject_id &&
      share(other.season_id, course.season_id) &&
      asSet(other.grade_ids) === asSet(course.grade_ids) &&
      asSet(other.teacher_ids) === asSet(course.teacher_ids),
  );
}

/** What a row is called. */
export const nameOfRow = (row: { readonly shortcut?: string; readonly name?: string | null }): string =>
  row.shortcut ?? row.name ?? '';
