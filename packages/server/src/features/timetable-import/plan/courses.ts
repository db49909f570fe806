import type { CourseRecord } from '@kreide/core/features/timetable-import';
import type { MasterRow } from './state.ts';

/** The content of an imported course, in our ids. */
export interface CourseSides {
  subject_id: number | null;
  grade_ids: readonly number[];
  teacher_ids: readonly number[];
}

const group = (sides: CourseSides) => `${sides.subject_id}|${sides.grade_ids.join(',')}`;
const whole = (sides: CourseSides) => `${group(sides)}|${sides.teacher_ids.join(',')}`;

function sidesOf(row: MasterRow): CourseSides {
  const { subject_id, grade_ids, teacher_ids } = row.extra as Partial<CourseSides>;
  return { subject_id: subject_id ?? null, grade_ids: grade_ids ?? [], teacher_ids: teacher_ids ?? [] };
}

/**
 * Matches courses of another source (or with other keys) that are the same: equal subject, grades and teachers
 * (T-5.35), so that enrolments survive a change of the planning program. Where only the teacher differs, the only
 * remaining course of its subject and grades on both sides.
 */
export function matchCourses(
  records: readonly { record: CourseRecord; sides: CourseSides }[],
  candidates: readonly MasterRow[],
): Map<CourseRecord, MasterRow> {
  const matched = new Map<CourseRecord, MasterRow>();
  const open = new Set(candidates);
  const pair = (key: (sides: CourseSides) => string, isUnique: boolean) => {
    const rows = Map.groupBy([...open], (row) => key(sidesOf(row)));
    const wanted = Map.groupBy(
      records.filter(({ record }) => !matched.has(record)),
      ({ sides }) => key(sides),
    );
    for (const [name, list] of wanted) {
      const found = rows.get(name) ?? [];
      if (isUnique && (list.length !== 1 || found.length !== 1)) continue;
      for (const [index, { record }] of list.entries()) {
        const row = found[index];
        if (!row) break;
        matched.set(record, row);
        open.delete(row);
      }
    }
  };
  pair(whole, false);
  pair(group, true);
  return matched;
}

/**
 * Courses that would be created although their lessons are in force under an existing course: the file only groups
 * pupils differently. Where all lessons that kept their identity agree, the existing course is kept, with its
 * enrolments.
 */
export function findAliases(pairs: readonly { before: number | null; after: number | null }[]): Map<number, number> {
  const aliases = new Map<number, number | null>();
  for (const { before, after } of pairs) {
    if (after === null || after > 0 || before === null) continue;
    const known = aliases.get(after);
    aliases.set(after, known === undefined || known === before ? before : null);
  }
  return new Map([...aliases].flatMap(([fresh, ours]) => (ours === null ? [] : [[fresh, ours] as const])));
}
