import type { Obstacle, OpenLesson, Place } from '@kreide/core/features/planner';
import {
  dayOf,
  type Obstacle as Found,
  gridOf,
  type Model,
  type NamedResource,
  type OpenUnit,
  type ProposalInput,
  periodOf,
} from '@kreide/core/features/planner/proposal';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { bookablesOf, coursesOf, gradesOf, subjectsOf, teachersOf } from '../../structure/index.ts';
import type { DraftLesson } from '../stored.ts';

/** Most lessons, people and rooms that are named in one sentence. */
const NAMED = 8;

/** Short names of everybody and everything in a plan. */
export interface Names {
  readonly ofLesson: (id: number) => string;
  readonly ofUnit: (unit: NamedResource) => string;
  readonly placeOf: (start: number) => Place | null;
}

export async function readNames(
  db: Kysely<DB>,
  schoolId: number,
  lessons: readonly DraftLesson[],
  input: Pick<ProposalInput, 'periods' | 'days'>,
): Promise<Names> {
  const toMap = (rows: readonly { id: number; shortcut: string }[]) =>
    new Map(rows.map(({ id, shortcut }) => [id, shortcut]));
  const subjects = toMap(await subjectsOf(db, schoolId).execute());
  const units = {
    teacher: toMap(await teachersOf(db, schoolId).execute()),
    grade: toMap(await gradesOf(db, schoolId).execute()),
    bookable: toMap(await bookablesOf(db, schoolId).execute()),
    course: toMap(await coursesOf(db, schoolId).execute()),
  };
  const byId = new Map(lessons.map((lesson) => [lesson.lesson_id, lesson]));
  const grid = gridOf(input);
  return {
    ofLesson(id) {
      const lesson = byId.get(id);
      if (!lesson) return '';
      const what = subjects.get(lesson.subject_id ?? 0) ?? units.course.get(lesson.course_id ?? 0);
      const who = lesson.grade_ids.flatMap((grade) => units.grade.get(grade) ?? []).join(', ');
      return [what, who].filter(Boolean).join(' ');
    },
    ofUnit: ({ kind, id }) => units[kind].get(id) ?? '',
    placeOf(start) {
      const period = grid[dayOf(start)]?.[periodOf(start)];
      return period ? { weekday: dayOf(start) + 1, hour: period.hour } : null;
    },
  };
}

/** What cannot work, with names. */
export function nameObstacle(found: Found, model: Model, names: Names): Obstacle {
  const resources =
    found.kind === 'ROOMS'
      ? found.rooms
      : found.kind === 'NO_TIME'
        ? found.resources
        : 'resource' in found
          ? [found.resource]
          : [];
  const units = resources.flatMap((resource) => model.resources[resource] ?? []);
  const lesson_ids = found.kind === 'SERIES' ? [found.lesson_id] : found.lesson_ids;
  const lessons = [...new Set(lesson_ids.map(names.ofLesson))];
  const hours = found.kind === 'SERIES' ? found.units : 'hours' in found ? found.hours : 0;
  const times =
    found.kind === 'OVERBOOKED'
      ? found.times.length
      : found.kind === 'ROOMS' || found.kind === 'WEEK'
        ? found.times
        : 0;
  return {
    kind: found.kind,
    entity: units[0]?.kind ?? null,
    names: units.slice(0, NAMED).map(names.ofUnit),
    lessons: lessons.slice(0, NAMED),
    lesson_count: lesson_ids.length,
    hours,
    times: found.kind === 'SERIES' ? model.days : times,
    place: found.kind === 'PINNED' ? names.placeOf(found.start) : null,
  };
}

/** Why the lessons of a unit have no place, with names. */
export function nameOpen({ lesson_ids, times, resources, loosened }: OpenUnit, names: Names): OpenLesson[] {
  const [lesson_id] = lesson_ids;
  if (lesson_id === undefined) return [];
  return [
    {
      lesson_id,
      lesson: [...new Set(lesson_ids.map(names.ofLesson))].join(', '),
      times: times.length,
      reasons: resources.slice(0, NAMED).map((one) => ({
        entity: one.kind,
        name: names.ofUnit(one),
        times: one.times,
        alone: one.alone,
      })),
      loosened: { ...loosened },
      places: times.flatMap(({ start, blockers }) => {
        const place = names.placeOf(start);
        return place ? [{ place, names: blockers.slice(0, NAMED).map(names.ofUnit) }] : [];
      }),
    },
  ];
}
