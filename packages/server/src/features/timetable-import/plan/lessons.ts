import { isInScope } from '@kreide/core/features/timetable-import';
import { flatMapInSteps, type Steps } from '../../../kernel/process/slices.ts';
import { findAliases } from './courses.ts';
import { identify } from './lesson-identity.ts';
import { isSameLesson, toCandidates } from './lesson-keys.ts';
import { toLessonRows } from './lesson-rows.ts';
import type { ResolvedMasters } from './masters.ts';
import type { Resolution } from './resolution.ts';
import { isOwn, isReplaceableBy } from './sources.ts';
import type { LessonRow } from './state.ts';

export interface LessonDifference {
  before: LessonRow | null;
  after: LessonRow | null;
}

export interface ResolvedLessons {
  /** All rows of the next version. */
  rows: LessonRow[];
  differences: LessonDifference[];
  /** Of removed lessons: if they return, they keep their identity. */
  keys: { external: string; lesson_id: number }[];
  /** Placed rows in force that this import may replace. */
  replaceable: number;
}

/** Does the lesson have a place, before or after? Only then a reader sees the difference. */
export function isPlaced({ before, after }: LessonDifference): boolean {
  return (before !== null && before.time_begins_at !== null) || (after !== null && after.time_begins_at !== null);
}

/** The next version of the weekly plan: it keeps the lessons that the import may not replace, all others are as in the file. */
export function* resolveLessons(resolution: Resolution, masters: ResolvedMasters): Steps<ResolvedLessons> {
  const { state, plan, source, free } = resolution;
  if (plan.scope.lessons === 'none') return { rows: state.lessons, differences: [], keys: [], replaceable: 0 };
  const { old = [], kept = [] } = Object.groupBy(state.lessons, (row) =>
    isReplaceable(row, resolution) ? 'old' : 'kept',
  );
  const current = toCandidates(old.filter((row) => row.source === source));
  yield;
  const wanted = yield* toLessonRows(resolution, masters);
  const candidates = toCandidates(wanted);
  yield;
  const rows = yield* identify(candidates, old, current, resolution);
  const isForAll = memo(masters.isForAll);
  const before = new Map(old.map((row) => [row.lesson_id, row]));
  yield;
  keepCourses(rows, before, masters, isForAll);
  yield;
  const after = new Set(rows.map((row) => row.lesson_id));
  const differences = yield* flatMapInSteps(rows, (row): LessonDifference[] => {
    const known = before.get(row.lesson_id) ?? null;
    return known && isSameLesson(known, row, isForAll, free) ? [] : [{ before: known, after: row }];
  });
  return {
    rows: [...kept, ...rows],
    differences: [
      ...differences,
      ...old.flatMap((row) => (after.has(row.lesson_id) ? [] : [{ before: row, after: null }])),
    ],
    keys: current.flatMap(({ key, row }) =>
      after.has(row.lesson_id) ? [] : [{ external: key, lesson_id: row.lesson_id }],
    ),
    replaceable: old.filter((row) => row.time_begins_at !== null).length,
  };
}

/**
 * Is this a row in force that the import replaces? A weekly plan replaces other programs' rows, a day plan only its own
 * days.
 */
function isReplaceable(row: LessonRow, { plan, source }: Resolution): boolean {
  const scope = plan.scope.lessons;
  if (scope === 'none') return false;
  if (scope === 'all') return !isOwn(row);
  const isOfDays = row.dates?.every((date) => isInScope(scope, date)) ?? false;
  return isOfDays && isReplaceableBy(source, row);
}

/** Continued lessons keep their courses where the file only groups pupils differently. */
function keepCourses(
  rows: readonly LessonRow[],
  before: ReadonlyMap<number, LessonRow>,
  masters: ResolvedMasters,
  isForAll: (courseId: number) => boolean,
): void {
  const aliases = findAliases(
    rows.map((row) => {
      const known = before.get(row.lesson_id)?.course_id ?? null;
      return { before: known !== null && isForAll(known) ? null : known, after: row.course_id };
    }),
  );
  masters.aliasCourses(aliases);
  for (const row of rows) if (row.course_id !== null) row.course_id = aliases.get(row.course_id) ?? row.course_id;
}

function memo(decide: (id: number) => boolean): (id: number) => boolean {
  const known = new Map<number, boolean>();
  return (id) => {
    const answer = known.get(id) ?? decide(id);
    known.set(id, answer);
    return answer;
  };
}
