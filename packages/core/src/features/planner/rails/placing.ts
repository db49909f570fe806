import type { Period } from '../../structure/index.ts';
import { shareWeeks } from '../facts.ts';
import { periodsOn, type Slot, slotAt } from '../periods.ts';
import type { PlannedLesson, PlannedWish } from '../schema.ts';
import { isClosed } from '../wishes.ts';

export interface PlacingInput {
  /** The course ids of each rail. */
  readonly rails: readonly (readonly number[])[];
  readonly lessons: readonly PlannedLesson[];
  readonly periods: readonly Period[];
  /** Planned days of the week, from Monday. */
  readonly days: number;
  readonly wishes: readonly PlannedWish[];
}

/** The new time of a lesson; null: none is left for it. */
export interface RailMove {
  readonly lesson_id: number;
  readonly to: ({ readonly weekday: number } & Slot) | null;
}

interface Time extends Slot {
  readonly weekday: number;
}

const overlap = (one: Omit<Time, 'hour'>, other: Omit<Time, 'hour'>): boolean =>
  one.weekday === other.weekday && one.time_begins_at < other.time_ends_at && other.time_begins_at < one.time_ends_at;

const timeOf = ({ weekday, hour, time_begins_at, time_ends_at }: PlannedLesson): Time | null =>
  weekday === null || time_begins_at === null || time_ends_at === null
    ? null
    : { weekday, hour: hour ?? '', time_begins_at, time_ends_at };

const isAt = (lesson: PlannedLesson, { weekday, time_begins_at }: Time): boolean =>
  lesson.weekday === weekday && lesson.time_begins_at === time_begins_at;

/** How much a lesson that may stay counts, against another of the rail on the same day. */
const STAYS = 3;
const SAME_DAY = 4;

/**
 * Times for rails: the courses of one meet at the same times, no two rails do, and nobody else of their classes, teachers and
 * rooms is in the way; as many lessons as possible stay where they are [D-8.18]. Pinned lessons stay, and set the times of
 * their rail. Only what moves is answered.
 */
export function placeRails({ rails, lessons, periods, days, wishes }: PlacingInput): RailMove[] {
  const railOf = new Map(rails.flatMap((courses, rail) => courses.map((id) => [id, rail] as const)));
  const railFor = ({ course_id }: PlannedLesson) => (course_id === null ? undefined : railOf.get(course_id));
  const own = lessons.filter((lesson) => railFor(lesson) !== undefined);
  const others = lessons.filter((lesson) => railFor(lesson) === undefined && lesson.weekday !== null);
  const closed = wishes.filter(({ wish }) => isClosed(wish));
  const chosen: { readonly rail: number; readonly length: number; readonly time: Time }[] = [];
  const choose = (rail: number, length: number, time: Time) => chosen.push({ rail, length, time });

  /** Lessons of a rail with one length, by course: as many times as the course with most of them are needed. */
  const needs = rails.flatMap((_, rail) => {
    const here = own.filter((lesson) => railFor(lesson) === rail);
    const byLength = [...Map.groupBy(here, ({ length }) => length)];
    return byLength.map(([length, group]) => {
      const byCourse = [...Map.groupBy(group, ({ course_id }) => course_id as number).values()];
      return { rail, length, group, byCourse, count: Math.max(...byCourse.map((alike) => alike.length)) };
    });
  });
  type Need = (typeof needs)[number];

  const isFree = ({ group }: Need, time: Time): boolean => {
    if (chosen.some((one) => overlap(one.time, time))) return false;
    const uses = (idsOf: (lesson: PlannedLesson) => readonly number[]) => new Set(group.flatMap(idsOf));
    const needsOf = ({ grade_ids, teacher_ids, bookable_ids }: PlannedLesson) => [grade_ids, teacher_ids, bookable_ids];
    const needed = {
      grades: uses(({ grade_ids }) => grade_ids),
      teachers: uses(({ teacher_ids }) => teacher_ids),
      bookables: uses(({ bookable_ids }) => bookable_ids),
    };
    const isInWay = (other: PlannedLesson) => {
      const there = timeOf(other);
      if (!there || !overlap(there, time)) return false;
      const theirs = needsOf(other);
      return group.some(
        (lesson) =>
          shareWeeks(lesson, other) &&
          needsOf(lesson).some((ids, kind) => ids.some((id) => theirs[kind]?.includes(id))),
      );
    };
    if (others.some(isInWay)) return false;
    return !closed.some(({ entity, id, weekday, hour }) => {
      if (weekday !== time.weekday || !needed[entity].has(id)) return false;
      const slot = slotAt(periods, { weekday, hour }, 1);
      return slot !== null && overlap({ weekday, ...slot }, time);
    });
  };

  const timesOf = (length: number): Time[] =>
    Array.from({ length: days }, (_, day) => day + 1).flatMap((weekday) =>
      periodsOn(periods, weekday).flatMap(({ hour }) => {
        const slot = slotAt(periods, { weekday, hour }, length);
        return slot ? [{ weekday, ...slot }] : [];
      }),
    );

  for (const { rail, length, group } of needs)
    for (const lesson of group) {
      const time = lesson.is_pinned ? timeOf(lesson) : null;
      if (time && !chosen.some((one) => one.rail === rail && isAt(lesson, one.time))) choose(rail, length, time);
    }
  for (const length of [...new Set(needs.map((need) => need.length))].sort((one, other) => other - one)) {
    const times = timesOf(length);
    const open = needs.filter((need) => need.length === length);
    for (;;) {
      const wanted = open.filter(
        ({ rail, count }) => chosen.filter((one) => one.rail === rail && one.length === length).length < count,
      );
      const offers = wanted.flatMap((need) =>
        times.flatMap((time, at) => {
          const staying = need.group.filter((lesson) => isAt(lesson, time)).length;
          const sameDay = chosen.filter((one) => one.rail === need.rail && one.time.weekday === time.weekday).length;
          const value = staying * STAYS - sameDay * SAME_DAY;
          return isFree(need, time) ? [{ need, time, at, value }] : [];
        }),
      );
      const [first] = offers.sort(
        (one, other) => other.value - one.value || one.need.rail - other.need.rail || one.at - other.at,
      );
      if (!first) break;
      choose(first.need.rail, length, first.time);
    }
  }

  return needs.flatMap(({ rail, length, byCourse }) => {
    const times = chosen.flatMap((one) => (one.rail === rail && one.length === length ? [one.time] : []));
    return byCourse.flatMap((alike): RailMove[] => {
      const left = [...times];
      const take = (index: number) => left.splice(index, 1)[0] ?? null;
      const moving = alike.filter((lesson) => {
        const stays = left.findIndex((time) => isAt(lesson, time));
        if (stays !== -1) take(stays);
        return stays === -1 && !lesson.is_pinned;
      });
      return moving.flatMap(({ lesson_id, weekday }): RailMove[] => {
        const to = take(0);
        return to === null && weekday === null ? [] : [{ lesson_id, to }];
      });
    });
  });
}
