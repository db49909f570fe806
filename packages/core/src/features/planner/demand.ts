import type { Demand, PlannedLesson } from './schema.ts';

type Taught = Pick<
  PlannedLesson,
  'subject_id' | 'course_id' | 'grade_ids' | 'teacher_ids' | 'bookable_ids' | 'pattern' | 'length'
>;

const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);

/** What a lesson is of, for whom and in which weeks, whoever teaches it. */
const looseKey = ({ subject_id, course_id, grade_ids, pattern }: Omit<Taught, 'length'>) =>
  JSON.stringify([subject_id, course_id, sorted(grade_ids), pattern?.weeks ?? null]);
/** Differs only where that differs, and costs next to nothing: of thousands of lessons few are looked at more closely. */
const cheapKey = ({ subject_id, course_id, grade_ids }: Omit<Taught, 'length'>): number => {
  let key = (subject_id ?? 0) * 1_000_003 + (course_id ?? 0) * 7_919;
  for (const id of grade_ids) key += id;
  return key;
};
const keyOf = (lesson: Omit<Taught, 'length'>) => `${looseKey(lesson)}${JSON.stringify(sorted(lesson.teacher_ids))}`;

/** Are both of one demand: the same subject or course of the same classes, in the same weeks? */
export const isSameDemand = (one: Omit<Taught, 'length'>, other: Omit<Taught, 'length'>): boolean =>
  cheapKey(one) === cheapKey(other) && looseKey(one) === looseKey(other);

/** What is taught each week in a plan, as the demand of the next one: the lengths of its lessons, the longest first (D-8.01). */
export function demandsOf(lessons: readonly Taught[]): Demand[] {
  return [...Map.groupBy(lessons, keyOf).values()].map((alike) => {
    const { subject_id, course_id, grade_ids, teacher_ids, bookable_ids, pattern } = alike[0] as Taught;
    const blocks = alike.map(({ length }) => length).sort((one, other) => other - one);
    return { subject_id, course_id, grade_ids, teacher_ids, bookable_ids, pattern, blocks };
  });
}

/** What is left of blocks when a lesson covers some of them: one as long as it, else a part of a longer, else shorter ones. */
function cover(blocks: readonly number[], length: number): number[] {
  const same = blocks.indexOf(length);
  if (same !== -1) return blocks.filter((_, at) => at !== same);
  const longest = blocks[0] ?? 0;
  if (longest === 0) return [];
  const rest = longest > length ? [longest - length, ...blocks.slice(1)] : blocks.slice(1);
  const left = rest.sort((one, other) => other - one);
  return longest >= length ? left : cover(left, length - longest);
}

/**
 * What of a demand has no lesson yet, placed or not: lessons with the same teachers cover it before those with others, and
 * a double can be covered by singles.
 * @param isAsked of which demands
 */
export function openDemands(
  demands: readonly Demand[],
  lessons: readonly Taught[],
  isAsked: (demand: Demand) => boolean = () => true,
): Demand[] {
  const asked = demands.filter(isAsked);
  const cheap = new Set(asked.map(cheapKey));
  const alike = demands.filter((demand) => cheap.has(cheapKey(demand)));
  const open = new Map(alike.map((demand) => [keyOf(demand), [...demand.blocks]]));
  const others = lessons.filter((lesson) => {
    if (!cheap.has(cheapKey(lesson))) return false;
    const key = keyOf(lesson);
    const blocks = open.get(key);
    if (!blocks || blocks.length === 0) return true;
    open.set(key, cover(blocks, lesson.length));
    return false;
  });
  const byLoose = Map.groupBy(alike, looseKey);
  for (const lesson of others) {
    const first = byLoose.get(looseKey(lesson))?.find((demand) => (open.get(keyOf(demand)) ?? []).length > 0);
    if (first) open.set(keyOf(first), cover(open.get(keyOf(first)) ?? [], lesson.length));
  }
  return asked.flatMap((demand) => {
    const blocks = open.get(keyOf(demand)) ?? [];
    return blocks.length > 0 ? [{ ...demand, blocks }] : [];
  });
}
