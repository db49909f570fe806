import { type ParsedPlan, PLAN_LIMITS, type SubstitutionSide } from '@kreide/core/features/timetable-import';
import { type Findings, unreadable } from './findings.ts';

const UNITS = ['grades', 'teachers', 'bookables', 'subjects', 'courses', 'supervisions', 'holidays'] as const;

const isTooMany = (codes: readonly string[] | null | undefined) => (codes?.length ?? 0) > PLAN_LIMITS.per_lesson;
const isBroad = ({ grades, teachers, bookables }: SubstitutionSide) => [grades, teachers, bookables].some(isTooMany);

/** Enough codes to find the row in the file. */
const toWords = (...parts: (string | null | readonly string[])[]) =>
  parts
    .flatMap((part) => (part === null ? [] : typeof part === 'string' ? [part] : [part.slice(0, 5).join(', ')]))
    .join(' ');

/**
 * Leaves out lessons, changes and courses with more than 200 classes, teachers or rooms, and reports them. Throws
 * `UnreadableFile` (`too_many_lessons`, `too_many_substitutions`, `too_many_units`) for more records than a school has.
 */
export function limitPlan(plan: ParsedPlan, findings: Pick<Findings, 'reject'>): ParsedPlan {
  const refuse = (count: number, limit: number, reason: Parameters<typeof unreadable>[1]) => {
    if (count > limit) throw unreadable('', reason, { count, limit });
  };
  const placements = plan.lessons.reduce((total, lesson) => total + lesson.placements.length, 0);
  refuse(Math.max(plan.lessons.length, placements), PLAN_LIMITS.lessons, 'too_many_lessons');
  refuse(plan.substitutions.length, PLAN_LIMITS.substitutions, 'too_many_substitutions');
  for (const kind of UNITS) refuse(plan[kind].length, PLAN_LIMITS.units, 'too_many_units');
  const keep = (isTooBroad: boolean, words: string) => {
    if (isTooBroad) findings.reject('', { value: words }, 'too_many_codes');
    return !isTooBroad;
  };
  return {
    ...plan,
    lessons: plan.lessons.filter(({ grades, teachers, placements: places, subject }) => {
      const isTooBroad =
        isTooMany(grades) ||
        isTooMany(teachers) ||
        places.some((place) => isTooMany(place.bookables) || isTooMany(place.teachers));
      return keep(isTooBroad, toWords(subject, teachers, grades));
    }),
    substitutions: plan.substitutions.filter(({ date, hour, from, to }) =>
      keep(isBroad(from) || isBroad(to), toWords(date, hour, from.grades, to.grades)),
    ),
    courses: plan.courses.filter(({ code, grades, teachers }) =>
      keep(isTooMany(grades) || isTooMany(teachers), toWords(code)),
    ),
  };
}
