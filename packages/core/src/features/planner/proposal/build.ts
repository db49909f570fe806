import { toMinutes } from '../../../kernel/calendar/times.ts';
import type { Period } from '../../structure/index.ts';
import { periodsOn } from '../periods.ts';
import type { PlannedCourse, PlannedGrade, PlannedLesson, PlannedTeacher } from '../schema.ts';
import { isClosed } from '../wishes.ts';
import { couple, type PlacedLesson } from './couple.ts';
import { BUSY } from './masks.ts';
import {
  DAY_BITS,
  dayOf,
  type Model,
  periodOf,
  type Resource,
  type ResourceKind,
  type RoomNeed,
  type Series,
  span,
  type Unit,
  type Use,
  type Weights,
} from './model.ts';
import { weekKinds } from './weeks.ts';

/** A break of so many minutes divides a double lesson: a long one. */
export const LONG_BREAK = 15;
/** A break of the grid that is as long stands for the one at noon. */
const NOON_BREAK = 30;
/** A subject with so many periods a week is a main subject. */
export const MAIN_HOURS = 4;

/** How far a proposal may go. */
export type ProposalScope =
  | { readonly mode: 'WHOLE' }
  | { readonly mode: 'CLASSES'; readonly grade_ids: readonly number[] }
  | { readonly mode: 'FEW'; readonly most_moved: number };

/** Times at which somebody, or a room, cannot be used or would rather not. */
export interface TimeWish {
  readonly kind: ResourceKind;
  readonly id: number;
  /** 1 = Monday. */
  readonly weekday: number;
  readonly hour: string;
  /** -3: not at all; -2 and -1: rather not; 1 and 2: gladly; 3: on standby. */
  readonly wish: number;
}

export interface ProposalInput {
  readonly lessons: readonly PlannedLesson[];
  readonly periods: readonly Period[];
  readonly days: number;
  readonly year: { readonly begins_at: string; readonly ends_at: string };
  readonly courses: readonly Pick<PlannedCourse, 'id' | 'is_whole'>[];
  readonly rooms: readonly {
    readonly id: number;
    readonly kind: string | null;
    readonly building?: string | null;
    readonly capacity: number | null;
  }[];
  /** What the plans of single teachers and classes have to keep to, besides what holds for all. */
  readonly teachers: readonly Pick<PlannedTeacher, 'id' | 'most_a_day' | 'most_a_week' | 'free_days'>[];
  readonly grades: readonly Pick<PlannedGrade, 'id' | 'most_a_day'>[];
  /** The rooms that a subject is taught in; none: any. */
  readonly subjects: readonly { readonly id: number; readonly bookable_ids: readonly number[] }[];
  readonly wishes: readonly TimeWish[];
  readonly pinned: ReadonlySet<number>;
  readonly scope: ProposalScope;
  readonly weights: Weights;
  /** Most periods a day of a class and of a teacher. */
  readonly most_class_hours: number;
  readonly most_teacher_hours: number;
  /** Most days a week on which a teacher has lessons. */
  readonly most_teacher_days: number;
}

/** The periods of each day, at most as many as a day can have. */
export const gridOf = ({ periods, days }: Pick<ProposalInput, 'periods' | 'days'>): Period[][] =>
  Array.from({ length: Math.min(days, 7) }, (_, day) => periodsOn(periods, day + 1).slice(0, DAY_BITS));

/** Where a lesson is on the grid; null: it has no time. One that keeps to no period cannot be moved. */
function locate(lesson: PlannedLesson, grid: readonly Period[][]): Pick<PlacedLesson, 'start' | 'length' | 'isOdd'> {
  const { weekday, time_begins_at, time_ends_at } = lesson;
  if (weekday === null || time_begins_at === null || time_ends_at === null)
    return { start: null, length: lesson.length, isOdd: false };
  const day = grid[weekday - 1] ?? [];
  const first = day.findIndex(({ begins_at }) => begins_at === time_begins_at);
  const last = day[first + lesson.length - 1];
  if (first !== -1 && last?.ends_at === time_ends_at)
    return { start: (weekday - 1) * DAY_BITS + first, length: lesson.length, isOdd: false };
  const covered = day.flatMap(({ begins_at, ends_at }, at) =>
    begins_at < time_ends_at && time_begins_at < ends_at ? [at] : [],
  );
  const start = covered[0] === undefined ? -1 : (weekday - 1) * DAY_BITS + covered[0];
  return { start, length: Math.max(1, covered.length), isOdd: true };
}

/** The bits of the periods behind which there is a long break. */
const breaksOf = (day: readonly Period[]) =>
  day.reduce((bits, { begins_at }, at) => {
    const before = day[at - 1];
    return before && toMinutes(begins_at) - toMinutes(before.ends_at) >= LONG_BREAK ? bits | (1 << (at - 1)) : bits;
  }, 0);

/** The periods around noon of which one stays free; none where the grid itself has a break. */
function noonOf(day: readonly Period[]): number {
  const hasBreak = day.some(({ begins_at }, at) => {
    const before = day[at - 1];
    const isNoon = begins_at > '11:00' && begins_at < '15:00';
    return before && isNoon && toMinutes(begins_at) - toMinutes(before.ends_at) >= NOON_BREAK;
  });
  if (hasBreak) return 0;
  const noon = day.flatMap(({ begins_at, ends_at }, at) => (ends_at > '12:00' && begins_at < '14:00' ? [at] : []));
  return noon.length < 2 ? 0 : noon.reduce((bits, at) => bits | (1 << at), 0);
}

const seriesKey = ({ course_id, subject_id, grade_ids }: PlannedLesson) =>
  course_id === null
    ? `s${subject_id}|${grade_ids.toSorted((one, other) => one - other)}`
    : `c${course_id}|${subject_id}`;

/** Stands for all classes together. */
const EVERYBODY = 0;
/** Of so many lessons of a class at least have a time, so that its plan says how late it goes. */
const PLACED_SHARE = 0.8;

/**
 * The end of the last period that each class has today: no proposal makes its days longer. A class that has hardly any
 * times yet may have all.
 */
function latestPeriods(placed: readonly PlacedLesson[]): (gradeIds: readonly number[]) => number {
  const ends = new Map<number, { all: number; placed: number; end: number }>();
  for (const { lesson, start, length } of placed)
    for (const id of [EVERYBODY, ...lesson.grade_ids]) {
      const known = ends.get(id) ?? { all: 0, placed: 0, end: 0 };
      ends.set(id, known);
      known.all += 1;
      if (start === null) continue;
      known.placed += 1;
      known.end = Math.max(known.end, periodOf(start) + length);
    }
  const endOf = (id: number) => {
    const known = ends.get(id);
    return known && known.placed >= known.all * PLACED_SHARE ? known.end : DAY_BITS;
  };
  return (gradeIds) => Math.max(...(gradeIds.length === 0 ? [EVERYBODY] : gradeIds).map(endOf));
}

/** The most periods that each class and teacher has on a day. */
function fullestDays(placed: readonly PlacedLesson[]): Map<string, number> {
  const days = new Map<string, number>();
  for (const { lesson, start, length } of placed) {
    if (start === null) continue;
    for (const key of [
      ...lesson.grade_ids.map((id) => `grade/${id}`),
      ...lesson.teacher_ids.map((id) => `teacher/${id}`),
    ]) {
      const day = `${key}/${dayOf(start)}`;
      days.set(day, (days.get(day) ?? 0) | span(periodOf(start), length));
    }
  }
  const most = new Map<string, number>();
  for (const [day, mask] of days) {
    const key = day.slice(0, day.lastIndexOf('/'));
    most.set(key, Math.max(most.get(key) ?? 0, BUSY[mask] ?? 0));
  }
  return most;
}

/** The periods of a unit behind which a double lesson goes on, as bits. */
function blocksOf(group: readonly PlacedLesson[], lessons: readonly Unit['lessons'][number][]): number {
  const bySeries = new Map<string, number>();
  for (const [at, { lesson }] of group.entries()) {
    const { offset, length } = lessons[at] as Unit['lessons'][number];
    const key = seriesKey(lesson);
    bySeries.set(key, (bySeries.get(key) ?? 0) | span(offset, length));
  }
  return [...bySeries.values()].reduce((bits, mask) => bits | (mask & (mask >> 1)), 0);
}

/** Uses of the same resource in one, so that nobody is counted twice where they have two lessons of a unit at once. */
function mergeUses(uses: readonly Use[], kinds: number): Use[] {
  return [...Map.groupBy(uses, ({ resource }) => resource)].flatMap(([resource, own]) => {
    const byPeriods = new Map<number, number>();
    for (let kind = 0; kind < kinds; kind += 1) {
      const periods = own.reduce((bits, use) => ((use.weeks >> kind) & 1 ? bits | use.periods : bits), 0);
      if (periods !== 0) byPeriods.set(periods, (byPeriods.get(periods) ?? 0) | (1 << kind));
    }
    return [...byPeriods].map(([periods, weeks]) => ({ resource, periods, weeks }));
  });
}

/** Makes the model of a proposal: what belongs together, who is needed, where it may be (D-8.05, D-8.06, D-8.07). */
export function buildModel(input: ProposalInput): Model {
  const { scope, weights, pinned } = input;
  const grid = gridOf(input);
  const { kinds, weeksOf } = weekKinds(input.lessons, input.year);
  const isPart = new Set(input.courses.filter(({ is_whole }) => !is_whole).map(({ id }) => id));
  const placed = input.lessons
    .map((lesson): PlacedLesson => ({ lesson, weeks: weeksOf(lesson), ...locate(lesson, grid) }))
    // What lies outside of all periods is in nobody's way.
    .filter(({ start }) => start !== -1);
  const { groups, sharedRooms } = couple(placed, isPart);

  const fullest = fullestDays(placed);
  const wishes = Map.groupBy(input.wishes, ({ kind, id }) => `${kind}/${id}`);
  const ownLimits = new Map<string, Partial<ProposalInput['teachers'][number]>>([
    ...input.teachers.map((one) => [`teacher/${one.id}`, one] as const),
    ...input.grades.map((one) => [`grade/${one.id}`, one] as const),
  ]);
  const resources: Resource[] = [];
  const numbers = new Map<string, number>();
  const resourceOf = (kind: ResourceKind, id: number): number => {
    const key = `${kind}/${id}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const own = (wishes.get(key) ?? []).filter(({ wish }) => isClosed(wish));
    const closed = grid.map((day, at) =>
      day.reduce(
        (bits, { hour }, period) =>
          own.some((one) => one.weekday === at + 1 && one.hour === hour) ? bits | (1 << period) : bits,
        0,
      ),
    );
    const limits: Partial<Record<ResourceKind, number>> = {
      grade: input.most_class_hours,
      teacher: input.most_teacher_hours,
    };
    const limit = limits[kind];
    // Whoever has longer days today may go on having them, unless the master data say otherwise.
    const usual = limit === undefined ? null : Math.max(limit, fullest.get(key) ?? 0);
    const { most_a_day = null, most_a_week = null, free_days = null } = ownLimits.get(key) ?? {};
    const days = Math.max(0, input.days - (free_days ?? 0));
    const most_days = kind === 'teacher' ? Math.min(input.most_teacher_days, days) : null;
    resources.push({ kind, id, closed, most_a_day: most_a_day ?? usual, most_days, most_a_week });
    numbers.set(key, resources.length - 1);
    return resources.length - 1;
  };

  const roomById = new Map(input.rooms.map((room) => [room.id, room]));
  const roomsOfSubject = new Map(input.subjects.map(({ id, bookable_ids }) => [id, bookable_ids]));
  /** The rooms that can stand for one, itself first. */
  const roomsLike = (id: number, subjectId: number | null): number[] => {
    const own = roomById.get(id);
    const ofSubject = roomsOfSubject.get(subjectId ?? 0) ?? [];
    const alike = input.rooms.filter(
      ({ id: other, kind, capacity }) =>
        own &&
        other !== id &&
        !sharedRooms.has(other) &&
        ((own.kind !== null && own.kind !== '' && kind === own.kind && ofSubject.length === 0) ||
          (ofSubject.includes(id) && ofSubject.includes(other))) &&
        (own.capacity === null || capacity === null || capacity >= own.capacity),
    );
    // The way to another building is long.
    const isFar = ({ building }: (typeof alike)[number]) => Number(building !== own?.building);
    return [id, ...alike.toSorted((one, other) => isFar(one) - isFar(other)).map((room) => room.id)];
  };

  const latest = latestPeriods(placed);

  const seriesNumbers = new Map<string, { number: number; hours: number; lesson_id: number; unitWeeks: number[] }>();
  for (const { lesson, length, weeks } of placed) {
    const key = seriesKey(lesson);
    const known = seriesNumbers.get(key);
    const hours = weeks & 1 || kinds === 1 ? length : length / 2;
    if (known) known.hours += hours;
    else seriesNumbers.set(key, { number: seriesNumbers.size, hours, lesson_id: lesson.lesson_id, unitWeeks: [] });
  }

  const long = grid.map(breaksOf);
  const chosen = new Set(scope.mode === 'CLASSES' ? scope.grade_ids : []);
  const units = groups.map((group): Unit => {
    const begins = group.flatMap(({ start }) => start ?? []);
    const given = begins.length > 0 ? Math.min(...begins) : null;
    const lessons = group.map(({ lesson, start, length }) => ({
      lesson_id: lesson.lesson_id,
      offset: start === null || given === null ? 0 : start - given,
      length,
    }));
    const length = Math.max(...lessons.map((lesson) => lesson.offset + lesson.length));
    const gradeIds = new Set(group.flatMap(({ lesson }) => lesson.grade_ids));
    const isOutside = scope.mode === 'CLASSES' && (gradeIds.size === 0 || [...gradeIds].some((id) => !chosen.has(id)));
    const stays =
      group.some(({ lesson, isOdd }) => isOdd || pinned.has(lesson.lesson_id)) || (isOutside && given !== null);

    const uses: Use[] = [];
    const rooms: RoomNeed[] = [];
    const roomsOfGroup = group.flatMap(({ lesson }) => lesson.bookable_ids);
    for (const [at, { lesson, weeks }] of group.entries()) {
      const own = lessons[at] as (typeof lessons)[number];
      const periods = span(own.offset, own.length);
      for (const id of lesson.teacher_ids) uses.push({ resource: resourceOf('teacher', id), periods, weeks });
      for (const id of lesson.grade_ids) uses.push({ resource: resourceOf('grade', id), periods, weeks });
      if (lesson.course_id !== null) uses.push({ resource: resourceOf('course', lesson.course_id), periods, weeks });
      for (const id of lesson.bookable_ids) {
        if (sharedRooms.has(id)) continue;
        const isTwice = roomsOfGroup.filter((other) => other === id).length > 1;
        const choice = stays || isTwice ? [id] : roomsLike(id, lesson.subject_id);
        const resourcesOf = choice.map((room) => resourceOf('bookable', room));
        if (choice.length === 1) uses.push({ resource: resourcesOf[0] as number, periods, weeks });
        else rooms.push({ lesson_id: lesson.lesson_id, bookable_id: id, periods, weeks, rooms: resourcesOf });
      }
      const wanted = (roomsOfSubject.get(lesson.subject_id ?? 0) ?? []).filter((id) => !sharedRooms.has(id));
      if (lesson.bookable_ids.length === 0 && wanted.length > 0 && !stays)
        rooms.push({
          lesson_id: lesson.lesson_id,
          bookable_id: null,
          periods,
          weeks,
          rooms: wanted.map((id) => resourceOf('bookable', id)),
        });
    }
    const merged = mergeUses(uses, kinds);

    const last = latest([...gradeIds]);
    const allowed = grid.flatMap((day, at) =>
      day.flatMap((_, period): number[] => {
        const end = period + length;
        const isKnown = at * DAY_BITS + period === given;
        if (end > day.length || (!isKnown && end > last)) return [];
        const isClosed = merged.some(
          ({ resource, periods }) => ((resources[resource] as Resource).closed[at] ?? 0) & (periods << period),
        );
        return isClosed ? [] : [at * DAY_BITS + period];
      }),
    );
    const blocks = blocksOf(group, lessons);
    const undivided = allowed.filter(
      (start) => start === given || (((long[start >> 4] ?? 0) >> periodOf(start)) & blocks) === 0,
    );
    const starts = stays && given !== null ? [given] : undivided.length > 0 ? undivided : allowed;

    const keys = [...new Set(group.map(({ lesson }) => seriesKey(lesson)))];
    const known = keys.flatMap((key) => seriesNumbers.get(key) ?? []);
    const weeks = group.reduce((bits, one) => bits | one.weeks, 0);
    for (const one of known) one.unitWeeks.push(weeks);
    return {
      lessons,
      length,
      uses: merged,
      rooms,
      starts,
      fixed: stays ? given : null,
      given,
      series: known.map(({ number }) => number),
      is_main: known.some(({ hours }) => hours >= MAIN_HOURS) && group.some(({ lesson }) => lesson.subject_id !== null),
      wishes: starts.map((start) => wishPrice(start, merged, resources, wishes, grid)),
    };
  });

  const series = [...seriesNumbers.values()].map(
    ({ lesson_id, unitWeeks }): Series => ({
      lesson_id,
      units: Math.max(
        ...Array.from({ length: kinds }, (_, kind) => unitWeeks.filter((weeks) => (weeks >> kind) & 1).length),
      ),
    }),
  );
  return {
    days: grid.length,
    kinds,
    resources,
    units,
    series,
    afternoon: grid.map((day) => {
      const first = day.findIndex(({ begins_at }) => begins_at >= '13:00');
      return first === -1 ? DAY_BITS : first;
    }),
    lunch: grid.map(noonOf),
    weights,
    most_moved: scope.mode === 'FEW' ? scope.most_moved : null,
  };
}

/** What the wishes of everybody in a unit say of a begin: unwanted periods cost, wanted ones save. */
function wishPrice(
  start: number,
  uses: readonly Use[],
  resources: readonly Resource[],
  wishes: ReadonlyMap<string, readonly TimeWish[]>,
  grid: readonly Period[][],
): number {
  let price = 0;
  for (const { resource, periods } of uses) {
    const { kind, id } = resources[resource] as Resource;
    for (const { weekday, hour, wish } of wishes.get(`${kind}/${id}`) ?? []) {
      if (weekday !== (start >> 4) + 1 || isClosed(wish)) continue;
      const period = (grid[weekday - 1] ?? []).findIndex((one) => one.hour === hour);
      if (period !== -1 && ((periods << periodOf(start)) >> period) & 1) price -= wish;
    }
  }
  return price;
}
