import {
  DAY_BITS,
  HARD_PRICE,
  type Model,
  type Placement,
  type Resource,
  type RoomNeed,
  type Rules,
  type Series,
  span,
  type Unit,
  type UnitLesson,
} from '../../../packages/core/src/features/planner/proposal/index.ts';
import { BUSY, GAPS } from '../../../packages/core/src/features/planner/proposal/masks.ts';
import { State } from '../../../packages/core/src/features/planner/proposal/state.ts';
import type { FetActivity, FetConstraint, FetFile } from './read.ts';

/** A file of FET as the proposal searches it. */
export interface FetSearch {
  readonly model: Model;
  readonly rules: Rules;
  readonly activities: number;
  /** Kinds of constraints that the model does not know. */
  readonly unknown: ReadonlySet<string>;
  /** How many activities have a place, and how often a constraint of 100 percent is broken. */
  count(placements: readonly Placement[]): { readonly placed: number; readonly broken: number };
}

const NOTHING: Model['weights'] = {
  gaps: 0,
  single_days: 0,
  main_late: 0,
  neighbours: 0,
  uneven: 0,
  wishes: 0,
  afternoons: 0,
  home_room: 0,
  changes: 0,
};
/** What a constraint of less than 100 percent costs. */
const SOFT_PRICE = 10;

/** What must hold of the days of one resource. */
type DayRule = (days: readonly number[]) => number;

const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0);
const over = (value: number, most: number) => Math.max(0, value - most);
const longestRun = (mask: number): number => {
  let length = 0;
  for (let rest = mask; rest !== 0; rest &= rest << 1) length += 1;
  return length;
};
const isInFirst = (mask: number) => mask === 0 || (mask & 1) === 1;

/** Limits of a week by the last part of the name of their constraint. */
const LIMITS: Readonly<Record<string, (limit: (name: string) => number) => DayRule>> = {
  MaxGapsPerWeek: (limit) => (days) => over(sumOf(days.map((mask) => GAPS[mask] as number)), limit('Max_Gaps')),
  MaxGapsPerDay: (limit) => (days) => sumOf(days.map((mask) => over(GAPS[mask] as number, limit('Max_Gaps')))),
  MaxDaysPerWeek: (limit) => (days) => over(days.filter((mask) => mask !== 0).length, limit('Max_Days_Per_Week')),
  MaxHoursDaily: (limit) => (days) =>
    sumOf(days.map((mask) => over(BUSY[mask] as number, limit('Maximum_Hours_Daily')))),
  MaxHoursContinuously: (limit) => (days) =>
    sumOf(days.map((mask) => over(longestRun(mask), limit('Maximum_Hours_Continuously')))),
  MinHoursDaily: (limit) => (days) =>
    sumOf(days.map((mask) => (mask === 0 ? 0 : over(limit('Minimum_Hours_Daily'), BUSY[mask] as number)))),
  EarlyMaxBeginningsAtSecondHour: (limit) => (days) =>
    over(days.filter((mask) => !isInFirst(mask)).length, limit('Max_Beginnings_At_Second_Hour')),
};
const LIMIT = /^(Teachers?|Students(?:Set)?)(ActivityTag)?(\w+)$/;

/** Numbers for names. */
class Numbers {
  readonly names = new Map<string, number>();
  of(name: string): number {
    const known = this.names.get(name) ?? this.names.size;
    this.names.set(name, known);
    return known;
  }
}

/** Is an activity meant by a constraint that names some of its sides? */
function isMeant(one: FetActivity, constraint: FetConstraint, pupilsOf: FetFile['pupilsOf']): boolean {
  const [teacher, students, subject, tag, length, part] = [
    'Teacher_Name',
    'Students_Name',
    'Subject_Name',
    'Activity_Tag_Name',
    'Duration',
    'Component_Number',
  ].map((name) => constraint.text(name));
  const pupils = students ? new Set(pupilsOf(students)) : null;
  return (
    (!teacher || one.teachers.includes(teacher)) &&
    (!pupils || one.pupils.some((set) => pupils.has(set))) &&
    (!subject || one.subject === subject) &&
    (!tag || one.tags.includes(tag)) &&
    (!length || one.duration === Number(length)) &&
    (!part || one.component === Number(part))
  );
}

/** The rooms that a constraint gives to an activity; null: it says nothing of it. */
function roomsOf(one: FetActivity, constraint: FetConstraint): readonly string[] | null {
  const { kind } = constraint;
  const rooms = [...constraint.texts('Room'), ...constraint.texts('Preferred_Room')];
  const isOf = {
    Activity: constraint.text('Activity_Id') === one.id,
    Subject: constraint.text('Subject') === one.subject,
    ActivityTag: one.tags.includes(constraint.text('Activity_Tag')),
    Teacher: one.teachers.includes(constraint.text('Teacher')),
  };
  const who = /^(Activity|SubjectActivityTag|Subject|ActivityTag|Teacher)(?:Preferred|Home)Rooms?$/.exec(kind)?.[1];
  if (who === undefined) return null;
  if (who === 'SubjectActivityTag') return isOf.Subject && isOf.ActivityTag ? rooms : null;
  return isOf[who as keyof typeof isOf] ? rooms : null;
}

/** Activities that stand in a fixed relation: the same time, or one behind the other; each with its distance. */
function together(file: FetFile): { readonly activity: FetActivity; readonly offset: number }[][] {
  const byId = new Map(file.activities.map((one) => [one.id, one]));
  const groups = new Map(file.activities.map((activity) => [activity.id, [{ activity, offset: 0 }]]));
  const join = (first: string, second: string, distance: number) => {
    const [one, other] = [groups.get(first), groups.get(second)];
    if (!one || !other || one === other) return;
    const offsetOf = (group: typeof one, id: string) => group.find(({ activity }) => activity.id === id)?.offset ?? 0;
    const shift = offsetOf(one, first) + distance - offsetOf(other, second);
    one.push(...other.map(({ activity, offset }) => ({ activity, offset: offset + shift })));
    for (const { activity } of other) groups.set(activity.id, one);
  };
  for (const constraint of file.constraints) {
    if (constraint.weight < 100) continue;
    const [first = '', ...rest] = constraint.texts('Activity_Id');
    if (constraint.kind === 'ActivitiesSameStartingTime') for (const other of rest) join(first, other, 0);
    if (constraint.kind === 'TwoActivitiesConsecutive') {
      const [before, after] = [constraint.text('First_Activity_Id'), constraint.text('Second_Activity_Id')];
      join(before, after, byId.get(before)?.duration ?? 0);
    }
  }
  return [...new Set(groups.values())].map((group) => {
    const first = Math.min(...group.map(({ offset }) => offset));
    return group.map(({ activity, offset }) => ({ activity, offset: offset - first }));
  });
}

/** A file as a model: pupils, teachers and rooms are resources; what stands in a fixed relation is one unit. */
export function toFetSearch(file: FetFile): FetSearch {
  const { days, hours, constraints, activities, pupilsOf } = file;
  const numbers = new Numbers();
  const pupil = (name: string) => numbers.of(`pupils ${name}`);
  const teacher = (name: string) => numbers.of(`teacher ${name}`);
  const room = (name: string) => numbers.of(`room ${name}`);
  for (const one of activities) {
    for (const name of one.pupils) pupil(name);
    for (const name of one.teachers) teacher(name);
  }
  for (const name of file.rooms) room(name);
  const people = [...numbers.names];

  const unknown = new Set<string>();
  const closed = new Map<number, number[]>();
  const close = (resource: number, times: ReturnType<FetConstraint['times']>) => {
    const row = closed.get(resource) ?? days.map(() => 0);
    for (const { day, hour } of times) if (day >= 0 && hour >= 0) row[day] = (row[day] as number) | (1 << hour);
    closed.set(resource, row);
  };
  const limits = new Map<number, DayRule[]>();
  const series: Series[] = [];
  const spread: { readonly apart: number; readonly price: number }[] = [];
  const seriesOf = new Map<string, number[]>();
  const besides = new Map<string, number[]>();
  const timesOf = new Map<string, ((day: number, hour: number, length: number) => boolean)[]>();
  const allow = (meant: readonly FetActivity[], constraint: FetConstraint, isOfSlots: boolean) => {
    const allowed = new Set(constraint.times().map(({ day, hour }) => day * DAY_BITS + hour));
    for (const { id } of meant) {
      const list = timesOf.get(id) ?? [];
      list.push((day, hour, length) => {
        for (let at = hour; at < hour + (isOfSlots ? length : 1); at += 1)
          if (!allowed.has(day * DAY_BITS + at)) return false;
        return true;
      });
      timesOf.set(id, list);
    }
  };
  const take = (id: string, resource: number) => besides.set(id, [...(besides.get(id) ?? []), resource]);

  for (const [at, one] of constraints.entries()) {
    const { kind, weight } = one;
    if (kind === 'MinDaysBetweenActivities') {
      for (const id of one.texts('Activity_Id')) seriesOf.set(id, [...(seriesOf.get(id) ?? []), series.length]);
      spread.push({ apart: Number(one.text('MinDays')), price: weight === 100 ? HARD_PRICE : SOFT_PRICE });
      series.push({ lesson_id: at, units: one.texts('Activity_Id').length });
      continue;
    }
    if (weight < 100 || kind.startsWith('BasicCompulsory')) continue;
    const named = activities.filter(({ id }) => one.text('Activity_Id') === id);
    const meant = activities.filter((activity) => isMeant(activity, one, pupilsOf));
    const limit = LIMIT.exec(kind);
    const rule = LIMITS[limit?.[3] ?? '']?.((name) => Number(one.text(name)));
    if (kind === 'TeacherNotAvailableTimes') close(teacher(one.text('Teacher')), one.times());
    else if (kind === 'RoomNotAvailableTimes') close(room(one.text('Room')), one.times());
    else if (kind === 'StudentsSetNotAvailableTimes')
      for (const name of pupilsOf(one.text('Students'))) close(pupil(name), one.times());
    else if (kind === 'BreakTimes') for (const [, resource] of people) close(resource, one.times());
    else if (/^Activity(PreferredStartingTimes?|PreferredTimeSlots)$/.test(kind)) {
      if (kind !== 'ActivityPreferredStartingTime' || one.text('Preferred_Hour'))
        allow(named, one, kind.endsWith('Slots'));
    } else if (/^(Activities|Subactivities)Preferred(StartingTimes|TimeSlots)$/.test(kind))
      allow(meant, one, kind.endsWith('Slots'));
    else if (kind === 'ActivitiesNotOverlapping')
      for (const id of one.texts('Activity_Id')) take(id, numbers.of(`apart ${at}`));
    else if (limit && rule) {
      const isTeacher = limit[1]?.startsWith('Teacher');
      const only = one.text(isTeacher ? 'Teacher_Name' : 'Students');
      const names = only && !isTeacher ? pupilsOf(only) : only ? [only] : null;
      for (const [name, resource] of people) {
        const [sort, ...rest] = name.split(' ');
        if (sort !== (isTeacher ? 'teacher' : 'pupils') || (names && !names.includes(rest.join(' ')))) continue;
        if (!limit[2]) limits.set(resource, [...(limits.get(resource) ?? []), rule]);
        else {
          const tag = one.text('Activity_Tag_Name');
          const part = numbers.of(`tag ${tag} ${name}`);
          if (!limits.has(part))
            for (const activity of activities)
              if (activity.tags.includes(tag) && activity.teachers.includes(rest.join(' '))) take(activity.id, part);
          limits.set(part, [...(limits.get(part) ?? []), rule]);
        }
      }
    } else if (!/Rooms?$|SameStartingTime$|^TwoActivitiesConsecutive$/.test(kind)) unknown.add(kind);
  }

  const spaces = constraints.filter(({ weight, kind }) => weight === 100 && /Rooms?$/.test(kind));
  const noDay = days.map(() => 0);
  const units = together(file).map((group, index): Unit => {
    const rooms: RoomNeed[] = [];
    const uses = group.flatMap(({ activity, offset }) => {
      const periods = span(offset, activity.duration);
      // What is said of the activity itself goes before what is said of its subject, and that before its teacher's room.
      const choices = spaces.flatMap((one) => {
        const found = roomsOf(activity, one);
        return found ? [{ rank: one.kind.startsWith('ActivityP') ? 0 : one.kind.includes('Home') ? 2 : 1, found }] : [];
      });
      const choice = choices.toSorted((first, second) => first.rank - second.rank)[0];
      if (choice)
        rooms.push({
          lesson_id: Number(activity.id),
          bookable_id: null,
          periods,
          weeks: 1,
          rooms: choice.found.map(room),
        });
      const held = [
        ...activity.pupils.map(pupil),
        ...activity.teachers.map(teacher),
        ...(besides.get(activity.id) ?? []),
      ];
      return [...new Set(held)].map((resource) => ({ resource, periods, weeks: 1 }));
    });
    const length = Math.max(...group.map(({ activity, offset }) => offset + activity.duration));
    const starts = days.flatMap((_, day) =>
      hours.flatMap((_, hour) => {
        if (hour + length > hours.length) return [];
        const isOpen = uses.every(
          ({ resource, periods }) => ((closed.get(resource)?.[day] ?? 0) & (periods << hour)) === 0,
        );
        const isAllowed = group.every(({ activity, offset }) =>
          (timesOf.get(activity.id) ?? []).every((allows) => allows(day, hour + offset, activity.duration)),
        );
        return isOpen && isAllowed ? [day * DAY_BITS + hour] : [];
      }),
    );
    return {
      lessons: group.map(
        ({ activity, offset }): UnitLesson => ({ lesson_id: index, offset, length: activity.duration }),
      ),
      length,
      uses: sharedOnce(uses),
      rooms,
      starts,
      fixed: null,
      given: null,
      series: group.flatMap(({ activity }) => seriesOf.get(activity.id) ?? []),
      is_main: false,
      wishes: starts.map(() => 0),
    };
  });
  const model: Model = {
    days: days.length,
    kinds: 1,
    resources: [...numbers.names.values()].map(
      (id): Resource => ({
        kind: 'teacher',
        id,
        closed: closed.get(id) ?? noDay,
        most_a_day: null,
        most_days: null,
        most_a_week: null,
      }),
    ),
    units,
    series,
    afternoon: days.map(() => DAY_BITS),
    lunch: noDay,
    weights: NOTHING,
    most_moved: null,
  };
  const rulesWith = (soft: number): Rules => ({
    resource(index, masks, base) {
      const all = limits.get(index);
      if (!all) return 0;
      const week = Array.from(masks.subarray(base, base + days.length));
      return HARD_PRICE * all.reduce((sum, rule) => sum + rule(week), 0);
    },
    series(index, counts, base) {
      const { apart, price } = spread[index] as (typeof spread)[number];
      let broken = 0;
      for (let day = 0; day < days.length; day += 1) {
        const count = counts[base + day] as number;
        broken += Math.max(0, count - 1);
        for (let next = day + 1; count > 0 && next < Math.min(day + apart, days.length); next += 1)
          if ((counts[base + next] as number) > 0) broken += 1;
      }
      return broken * (price === HARD_PRICE ? price : soft);
    },
  });
  return {
    model,
    rules: rulesWith(SOFT_PRICE),
    activities: activities.length,
    unknown,
    count(placements) {
      const state = new State(model, rulesWith(0));
      let placed = 0;
      for (const [unit, place] of placements.entries())
        if (place) {
          state.put(unit, place.start, place.rooms);
          placed += units[unit]?.lessons.length ?? 0;
        }
      return { placed, broken: state.settle() / HARD_PRICE };
    },
  };
}

/** A resource that several lessons of a unit need is used once, at all of their times. */
function sharedOnce(uses: Unit['uses']): Unit['uses'] {
  const byResource = Map.groupBy(uses, ({ resource }) => resource);
  return [...byResource].map(([resource, all]) => ({
    resource,
    periods: all.reduce((bits, { periods }) => bits | periods, 0),
    weeks: 1,
  }));
}
