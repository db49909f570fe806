import { assign, type Offer } from './assignment.ts';
import { type DeskPerson, exclusionOf, type OpenLesson } from './people.ts';
import { bonusesOf, burdensOf, isNeighbour, lotOf, type Part, type RankingRules, sumOf } from './ranking.ts';

/** Who takes which lesson, and the sum that says why. */
export interface Proposed {
  readonly lesson_id: number;
  /** Null: nobody is free. */
  readonly teacher_id: number | null;
  readonly points: number;
  readonly parts: Part[];
}

/** A point is worth more than any order among equals: fewer in the year, then the lot. */
const POINT = 1_000_000;
const YEAR = 1000;
/** Two neighbouring hours of a class are as good as one: so many may be together where nobody has as many yet. */
const PAIR = 2;

/** Lessons that are at the same time, directly or through others, have one number. */
function groupsOf(lessons: readonly OpenLesson[]): number[] {
  const groups = lessons.map(() => -1);
  const order = lessons.map((_, index) => index).sort((a, b) => (at(lessons, a) < at(lessons, b) ? -1 : 1));
  let group = -1;
  let end = '';
  for (const index of order) {
    const { begins_at, ends_at } = lessons[index] as OpenLesson;
    if (begins_at >= end) group += 1;
    if (ends_at > end) end = ends_at;
    groups[index] = group;
  }
  return groups;
}

const at = (lessons: readonly OpenLesson[], index: number): string => (lessons[index] as OpenLesson).begins_at;

/** How many more somebody may be given on the day. */
function roomOf(person: DeskPerson, { limits }: RankingRules, times: number): number {
  const { daily_maximum, weekly_maximum } = limits;
  return Math.max(
    0,
    Math.min(
      times,
      daily_maximum === null ? times : daily_maximum - person.given.length,
      weekly_maximum === null ? times : weekly_maximum - person.given_in_week,
    ),
  );
}

/**
 * Proposes people for all open lessons of a day together: as many lessons as can be taken, nobody twice at one time, and
 * the highest sum of points of all such ways, in which each further one of somebody counts less. After that neighbouring
 * hours of a class go to one person where the whole does not lose by it and nobody is given more than the most (D-8.11).
 */
export function proposeDay(
  lessons: readonly OpenLesson[],
  people: readonly DeskPerson[],
  rules: RankingRules,
): Proposed[] {
  const groups = groupsOf(lessons);
  const times = Math.max(-1, ...groups) + 1;
  const bonuses = lessons.map((lesson) =>
    people.map((person) =>
      exclusionOf(lesson, person, rules.limits) === null ? bonusesOf(lesson, person, rules) : null,
    ),
  );
  const tieOf = ({ id, given_in_year }: DeskPerson) =>
    Math.min(given_in_year, YEAR - 1) * YEAR + (lotOf(rules.date, id) % YEAR);
  const loads = people.map((person) =>
    Array.from(
      { length: roomOf(person, rules, times) },
      (_, more) => -sumOf(burdensOf(person, rules.weights, more)) * POINT + tieOf(person),
    ),
  );
  const offers = bonuses.flatMap((row, task) =>
    row.flatMap((parts, person): Offer[] => (parts === null ? [] : [{ task, person, cost: -sumOf(parts) * POINT }])),
  );
  const chosen = assign({ groups, people: people.length, offers, loads });
  bringTogether(chosen, { lessons, groups, bonuses, people, loads, rules });
  const had = new Map<number, number>();
  return lessons.map((lesson, task): Proposed => {
    const { lesson_id } = lesson;
    const index = chosen[task] as number | null;
    const person = index === null ? undefined : people[index];
    if (index === null || person === undefined) return { lesson_id, teacher_id: null, points: 0, parts: [] };
    const more = had.get(index) ?? 0;
    had.set(index, more + 1);
    const own = bonuses[task]?.[index] ?? [];
    const isSecond =
      !own.some(({ factor }) => factor === 'neighbouring_hour') &&
      lessons.some((one, other) => other < task && chosen[other] === index && isNeighbour(rules.periods, one, lesson));
    const points = rules.weights.neighbouring_hour;
    const second: Part[] = isSecond ? [{ factor: 'neighbouring_hour', count: 1, points }] : [];
    const parts = [...own, ...second, ...burdensOf(person, rules.weights, more)];
    return { lesson_id, teacher_id: person.id, points: sumOf(parts), parts };
  });
}

interface Day {
  lessons: readonly OpenLesson[];
  groups: readonly number[];
  bonuses: readonly (readonly (readonly Part[] | null)[])[];
  people: readonly DeskPerson[];
  loads: readonly (readonly number[])[];
  rules: RankingRules;
}

/** Gives neighbouring hours of a class to one person where that is worth more than it costs. */
function bringTogether(chosen: (number | null)[], day: Day): void {
  const { lessons, groups, bonuses, loads, rules } = day;
  const pairs = lessons.flatMap((one, a) =>
    lessons.flatMap((other, b) => (b > a && isNeighbour(rules.periods, one, other) ? [[a, b] as const] : [])),
  );
  const worth = (): number => {
    const counts = new Map<number, number>();
    let sum = 0;
    for (const [task, person] of chosen.entries()) {
      if (person === null) continue;
      const count = counts.get(person) ?? 0;
      counts.set(person, count + 1);
      sum += sumOf(bonuses[task]?.[person] ?? []) * POINT - (loads[person]?.[count] ?? Number.POSITIVE_INFINITY);
    }
    for (const [a, b] of pairs)
      if (chosen[a] !== null && chosen[a] === chosen[b]) sum += rules.weights.neighbouring_hour * POINT;
    return sum;
  };
  const most = (): number => {
    const counts = new Map<number | null, number>();
    for (const person of chosen) if (person !== null) counts.set(person, (counts.get(person) ?? 0) + 1);
    return Math.max(0, ...counts.values());
  };
  const spread = most();
  let best = worth();
  /** Lets the person of one lesson have another too; who had it takes what they have at that time. */
  const isBetter = (keep: number, give: number): boolean => {
    const [person, former] = [chosen[keep] as number | null, chosen[give] as number | null];
    if (person === null || former === null || person === former || !bonuses[give]?.[person]) return false;
    const other = chosen.findIndex((one, task) => one === person && groups[task] === groups[give]);
    if (other !== -1 && !bonuses[other]?.[former]) return false;
    chosen[give] = person;
    if (other !== -1) chosen[other] = former;
    const next = worth();
    if (next > best && most() <= Math.max(spread, PAIR)) {
      best = next;
      return true;
    }
    chosen[give] = former;
    if (other !== -1) chosen[other] = person;
    return false;
  };
  let isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (const [a, b] of pairs) isChanged = isBetter(a, b) || isBetter(b, a) || isChanged;
  }
}
