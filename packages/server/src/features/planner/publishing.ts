import { addDays } from '@kreide/core/kernel';
import type { StoredLesson } from '../timetable/index.ts';

/** What the plan is from a day on. */
export interface MergedPlan {
  /** `lesson_id` is negative where the lesson needs an identity of its own. */
  lessons: StoredLesson[];
  /** Identity in the version → identity in the plan, where they differ. */
  renamed: Map<number, number>;
  /** The same, of lessons that are still at their time: what was said of them from that day on is said of the new one. */
  kept: Map<number, number>;
  /** Lessons that end the day before, with the identity that they go on with; null: they do not. */
  ended: [number, number | null][];
}

/** What a lesson is, without when it begins and ends. */
function contentOf(lesson: StoredLesson): string {
  const { lesson_id: _, begins_at: __, ends_at: ___, dates: ____, ...content } = lesson;
  return JSON.stringify(content, Object.keys(content).sort().concat('name', 'weeks'));
}

/** The part of a lesson before a day, or from it on; null: there is none. */
function before(lesson: StoredLesson, day: string): StoredLesson | null {
  if (lesson.dates) {
    const dates = lesson.dates.filter((date) => date < day);
    return dates.length > 0 ? { ...lesson, dates } : null;
  }
  if (lesson.begins_at >= day) return null;
  return lesson.ends_at < day ? lesson : { ...lesson, ends_at: addDays(day, -1) };
}

function after(lesson: StoredLesson, day: string): StoredLesson | null {
  if (lesson.dates) {
    const dates = lesson.dates.filter((date) => date >= day);
    return dates.length > 0 ? { ...lesson, dates } : null;
  }
  if (lesson.ends_at < day) return null;
  return lesson.begins_at >= day ? lesson : { ...lesson, begins_at: day };
}

/**
 * The plan in force until the day before, and a version from that day on. A lesson that stays as it was is one lesson
 * with one identity. Of one that is another from that day on the part before keeps the identity, since the class book
 * speaks of it, and the other part gets a new one.
 * @param day from which on the version is in force
 */
export function mergePlans(
  inForce: readonly StoredLesson[],
  version: readonly StoredLesson[],
  day: string,
): MergedPlan {
  const running = inForce.filter((lesson) => after(lesson, day) !== null && lesson.dates === null);
  const byId = new Map(running.map((lesson) => [lesson.lesson_id, lesson]));
  const byContent = Map.groupBy(running, contentOf);
  /** Lessons in force that go on, with the lesson of the version that they go on as. */
  const going = new Map<number, StoredLesson>();
  const goOn = (former: StoredLesson | undefined, lesson: StoredLesson): boolean => {
    if (!former || going.has(former.lesson_id)) return false;
    going.set(former.lesson_id, lesson);
    return true;
  };
  const coming = version.filter((lesson) => after(lesson, day) !== null);
  const others = coming.filter((lesson) => {
    const former = byId.get(lesson.lesson_id);
    const isSame = former !== undefined && lesson.dates === null && contentOf(former) === contentOf(lesson);
    return !(isSame && goOn(former, lesson));
  });
  const changed = others.filter(
    (lesson) =>
      lesson.dates !== null || !(byContent.get(contentOf(lesson)) ?? []).some((former) => goOn(former, lesson)),
  );
  const lessons = inForce.flatMap((former): StoredLesson[] => {
    const lesson = going.get(former.lesson_id);
    if (lesson) return [{ ...former, ends_at: lesson.ends_at }];
    const past = before(former, day);
    return past ? [past] : [];
  });
  const taken = new Set(lessons.map(({ lesson_id }) => lesson_id));
  const renamed = new Map<number, number>();
  const kept = new Map<number, number>();
  for (const [id, { lesson_id }] of going) if (id !== lesson_id) renamed.set(lesson_id, id);
  let fresh = 0;
  for (const lesson of changed) {
    const part = after(lesson, day);
    if (part === null) continue;
    if (!taken.has(lesson.lesson_id)) {
      taken.add(lesson.lesson_id);
      lessons.push(part);
      continue;
    }
    if (lesson.dates) {
      // Single dates have one row, before and after.
      const index = lessons.findIndex(({ lesson_id }) => lesson_id === lesson.lesson_id);
      const past = lessons[index];
      if (past?.dates) {
        lessons[index] = { ...part, dates: [...past.dates, ...(part.dates ?? [])] };
        continue;
      }
    }
    fresh -= 1;
    lessons.push({ ...part, lesson_id: fresh });
    renamed.set(lesson.lesson_id, fresh);
    const former = byId.get(lesson.lesson_id);
    if (former && former.weekday === lesson.weekday && former.time_begins_at === lesson.time_begins_at)
      kept.set(lesson.lesson_id, fresh);
  }
  const ended = running.flatMap(({ lesson_id, begins_at }): [number, number | null][] => {
    const isGoing = going.has(lesson_id) || begins_at >= day;
    return isGoing ? [] : [[lesson_id, renamed.get(lesson_id) ?? null]];
  });
  return { lessons, renamed, kept, ended };
}
