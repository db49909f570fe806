import type { SupervisionRecord, UploadCounts } from '@kreide/core/features/timetable-import';
import type { UnitCollector } from '../../unit-collector.ts';
import type { LessonRow, PlacementRow } from './lessons.ts';
import type { SubstitutionRow } from './substitution-rows.ts';

/** Everything of one upload that is counted. */
export interface Countable {
  /** The collector after master data only: what GPU003 to GPU006 list. */
  listed: ReturnType<UnitCollector['all']>;
  placements: readonly PlacementRow[];
  lessons: readonly LessonRow[];
  substitutions: readonly SubstitutionRow[];
  supervisions: readonly SupervisionRecord[];
  exams: number;
}

function countDistinct(...lists: (readonly string[])[]): number {
  const found = new Set<string>();
  for (const list of lists) for (const value of list) found.add(value);
  let count = 0;
  for (const value of found) if (value.trim() !== '') count += 1;
  return count;
}

/**
 * The accepted content of the GPU files:
 * - `lessons`: distinct lesson numbers of GPU001 and GPU002; `placements`: rows of GPU001.
 * - `substitutions`: rows of GPU014 and GPU017. Rows marked "do not print" count only when they are imported.
 * - `grades`, `teachers`, `subjects`: distinct codes in GPU001, GPU002, the master data and (teachers) GPU009; of
 *   GPU014 the classes of the lesson (field 15), the absent teachers (field 6) and the old subjects (field 8).
 * - `bookables`: distinct rooms of GPU001 and GPU005. GPU002 without either lists wanted rooms, not rooms in use: there
 *   it is the distinct subject rooms (field 8) plus the distinct home rooms (field 20), so that a room wanted in both
 *   ways counts as two.
 */
export function countPlan(all: Countable): UploadCounts {
  const { listed, placements, lessons, substitutions } = all;
  const wishes =
    placements.length > 0 || listed.bookables.length > 0
      ? 0
      : countDistinct(lessons.flatMap((row) => row.subject_rooms)) +
        countDistinct(lessons.flatMap((row) => row.home_rooms));
  const codes = (kind: keyof Countable['listed']) => listed[kind].map((record) => record.code);
  const rows = [...placements, ...lessons];
  return {
    lessons: countDistinct(rows.map((row) => row.number)),
    placements: placements.length,
    grades: countDistinct(
      codes('grades'),
      rows.map((row) => row.grade),
      substitutions.flatMap((row) => row.grades),
    ),
    teachers: countDistinct(
      codes('teachers'),
      rows.map((row) => row.teacher),
      substitutions.map((row) => row.teacher),
      all.supervisions.map((row) => row.teacher ?? ''),
    ),
    bookables:
      countDistinct(
        codes('bookables'),
        placements.map((row) => row.room),
      ) + wishes,
    subjects: countDistinct(
      codes('subjects'),
      rows.map((row) => row.subject),
      substitutions.map((row) => row.subject),
    ),
    substitutions: substitutions.length + all.exams,
  };
}
