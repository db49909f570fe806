import { overlaps, proposeDay, type RankingRules, rankPeople } from '@kreide/core/features/desk';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listDuties } from '../structure/index.ts';
import { type Held, missingAt } from './changes.ts';
import { type OpenDay, periodsOn } from './day.ts';
import { missingOf, toOpenLesson, toPeople } from './facts.ts';

const rulesOf = ({ snapshot, date, rules }: OpenDay): RankingRules => ({
  date,
  periods: periodsOn(snapshot, date),
  weights: rules.weights,
  limits: rules,
});

/** A day as if nobody held a lesson, nor stood in by what is decided about it: they can be chosen again. */
export function withoutLesson(day: OpenDay, held: Held): OpenDay {
  const id = held.lesson.lesson_id;
  return {
    ...day,
    changes: day.changes.filter(({ replaces }) => !replaces.some(({ lesson_id }) => lesson_id === id)),
    lessons: day.lessons.map((one) =>
      one === held ? { ...held, changes: [], now: { teacher_ids: [], bookable_ids: [] } } : one,
    ),
  };
}

/** Who can take a lesson of the day, and which rooms are free then; null: the day does not have it. */
export async function rankFor(db: Kysely<DB>, day: OpenDay, lessonId: number) {
  const held = day.lessons.find(({ lesson }) => lesson.lesson_id === lessonId);
  if (!held) return null;
  const { changes, lessons, ...rest } = withoutLesson(day, held);
  const people = toPeople({ ...rest, changes, lessons }, await listDuties(db, day.schoolId), day.rules.compared);
  const { suggestions, excluded } = rankPeople(toOpenLesson(day, held), people, rulesOf(day));
  const taken = new Set(
    lessons
      .flatMap((one) => (overlaps(one, held) ? (one.now?.bookable_ids ?? []) : []))
      .concat(
        changes.flatMap((row) => {
          const isThere = row.replaces.length === 0 && row.kind !== 'CANCLED' && row.kind !== 'MOVED_TO';
          const span = { begins_at: row.time_begins_at, ends_at: row.time_ends_at };
          return isThere && overlaps(span, held) ? row.bookable_ids : [];
        }),
      ),
  );
  const missing = missingAt(day.absences, day.date, held);
  const free = [...day.snapshot.bookables.keys()].filter((id) => !taken.has(id) && !missing.bookables.has(id));
  return { suggestions, excluded, free_bookable_ids: free };
}

/** People for all lessons of the day whose teacher is missing. */
export async function proposeFor(db: Kysely<DB>, day: OpenDay) {
  const open = day.lessons.filter((held) => {
    const { teachers, grades, isOpen } = missingOf(day, held);
    return isOpen && grades.length === 0 && held.now?.teacher_ids.some((id) => teachers.includes(id));
  });
  const people = toPeople(day, await listDuties(db, day.schoolId), day.rules.compared);
  return proposeDay(
    open.map((held) => toOpenLesson(day, held)),
    people,
    rulesOf(day),
  );
}
