import {
  DAY_BITS,
  dayOf,
  HARD_PRICE,
  type Model,
  type Placement,
  periodOf,
  type Resource,
  type RoomNeed,
  type Rules,
  type Series,
  type Unit,
} from '../../../packages/core/src/features/planner/proposal/index.ts';
import { BUSY, GAPS } from '../../../packages/core/src/features/planner/proposal/masks.ts';
import type { XhsttConstraint, XhsttInstance, XhsttMeet } from './read.ts';

/** An instance as the proposal searches it. */
export interface XhsttSearch {
  readonly model: Model;
  readonly rules: Rules;
  toMeets(placements: readonly Placement[]): XhsttMeet[];
}

/** Only what costs by the hour goes through the model's own prices; the rest is `rules`. */
const WEIGHTS: Model['weights'] = {
  gaps: 0,
  single_days: 0,
  main_late: 0,
  neighbours: 0,
  uneven: 0,
  wishes: 0.5,
  afternoons: 0,
  home_room: 0,
  changes: 0,
};

interface Bounds {
  readonly price: number;
  readonly minimum: number;
  readonly maximum: number;
}
interface DayBounds extends Bounds {
  /** Days as bits. */
  readonly days: number;
}

const priceOf = ({ isHard, weight }: Pick<XhsttConstraint, 'isHard' | 'weight'>) => (isHard ? HARD_PRICE : weight);
const outside = (count: number, { minimum, maximum }: Bounds) => Math.max(0, minimum - count, count - maximum);

/** What the constraints of an instance ask of one resource in a week. */
interface WeekRules {
  readonly idle: Bounds[];
  readonly days: Bounds[];
  readonly hours: Bounds[];
}

function weekRules({ resources, constraints }: XhsttInstance): WeekRules[] {
  const all = resources.map((): WeekRules => ({ idle: [], days: [], hours: [] }));
  const lists = { LimitIdleTimes: 'idle', ClusterBusyTimes: 'days', LimitBusyTimes: 'hours' } as const;
  for (const one of constraints) {
    const list = lists[one.kind as keyof typeof lists];
    if (list === undefined) continue;
    for (const resource of one.resources)
      all[resource]?.[list].push({ price: priceOf(one), minimum: one.minimum, maximum: one.maximum });
  }
  return all;
}

function costOfWeek({ idle, days, hours }: WeekRules, masks: Uint16Array, base: number, end: number): number {
  let [gaps, busyDays, cost] = [0, 0, 0];
  for (let at = base; at < end; at += 1) {
    const mask = masks[at] as number;
    if (mask === 0) continue;
    busyDays += 1;
    gaps += GAPS[mask] as number;
    for (const one of hours) cost += one.price * outside(BUSY[mask] as number, one);
  }
  for (const one of idle) cost += one.price * outside(gaps, one);
  for (const one of days) cost += one.price * outside(busyDays, one);
  return cost;
}

/** Two lessons of an event that follow each other are one double, where one may begin: the lessons of a day in such parts. */
function partsOf(mask: number, doubles: number): { readonly period: number; readonly duration: number }[] {
  const parts: { period: number; duration: number }[] = [];
  for (let period = 0; mask >> period !== 0; period += 1) {
    if (((mask >> period) & 1) === 0) continue;
    const isDouble = ((mask >> (period + 1)) & (doubles >> period) & 1) === 1;
    parts.push({ period, duration: isDouble ? 2 : 1 });
    if (isDouble) period += 1;
  }
  return parts;
}

/** What the constraints ask of the parts of one event. */
interface EventRules {
  readonly spread: DayBounds[];
  readonly doubles: Bounds[];
}

/**
 * An instance as a model. Each event is a resource of its own, and its lessons are units of one time each: whether two of
 * them are a double lesson is a matter of where they are.
 */
export function toSearch(instance: XhsttInstance): XhsttSearch {
  const { days, events, constraints } = instance;
  const places: number[] = [];
  const timeAt = new Map<number, number>();
  for (const [day, times] of days.entries())
    for (const [period, time] of times.entries()) {
      places[time] = day * DAY_BITS + period;
      timeAt.set(day * DAY_BITS + period, time);
    }
  const daysOf = (times: readonly number[]) =>
    times.reduce((bits, time) => bits | (1 << dayOf(places[time] as number)), 0);
  const boundsOf = ({ timeGroups, ...one }: XhsttConstraint) =>
    timeGroups.map(({ times, minimum, maximum }) => ({ days: daysOf(times), price: priceOf(one), minimum, maximum }));

  // Per day the periods at which a double may begin, as bits.
  const longest = Math.min(
    ...constraints.map(({ kind, durations }) => (kind === 'SplitEvents' ? durations.longest : 99)),
  );
  const isWanted = (time: number) =>
    constraints.every(
      ({ kind, isHard, duration, times }) => kind !== 'PreferTimes' || !isHard || duration !== 2 || times.has(time),
    );
  const doubles = days.map((times) =>
    times.slice(0, -1).reduce((bits, time, period) => (longest > 1 && isWanted(time) ? bits | (1 << period) : bits), 0),
  );
  const counts = days.map((times, day) => {
    const parts = Array.from({ length: 1 << times.length }, (_, mask) => partsOf(mask, doubles[day] as number));
    return parts.map((all) => ({ parts: all.length, doubles: all.filter(({ duration }) => duration === 2).length }));
  });

  const closed = instance.resources.map(() => days.map(() => 0));
  const unwanted = instance.resources.map(() => new Map<number, number>());
  for (const one of constraints) {
    if (one.kind !== 'AvoidUnavailableTimes') continue;
    for (const resource of one.resources)
      for (const time of one.times) {
        const place = places[time] as number;
        const row = closed[resource] as number[];
        if (one.isHard) row[dayOf(place)] = (row[dayOf(place)] as number) | (1 << periodOf(place));
        else unwanted[resource]?.set(place, (unwanted[resource].get(place) ?? 0) + one.weight);
      }
  }
  const open = { kind: 'teacher', most_a_day: null, most_days: null, most_a_week: null } as const;
  const people = closed.map((row, id): Resource => ({ ...open, id, closed: row }));
  const lessons = events.map((_, id): Resource => ({ ...open, id, closed: days.map(() => 0) }));

  const series: Series[] = [];
  const spread: DayBounds[][] = [];
  const seriesOf = events.map((): number[] => []);
  const eventRules = events.map((): EventRules => ({ spread: [], doubles: [] }));
  for (const one of constraints) {
    if (one.kind === 'DistributeSplitEvents')
      for (const event of one.events)
        eventRules[event]?.doubles.push({ price: priceOf(one), minimum: one.minimum, maximum: one.maximum });
    if (one.kind !== 'SpreadEvents') continue;
    for (const group of one.groups) {
      if (group.length === 1) eventRules[group[0] as number]?.spread.push(...boundsOf(one));
      else {
        if (longest > 1) throw new Error('the spread of several events with doubles is not known');
        for (const event of group) seriesOf[event]?.push(series.length);
        series.push({ lesson_id: group[0] ?? 0, units: group.length });
        spread.push(boundsOf(one));
      }
    }
  }

  const units: Unit[] = [];
  const eventOf: number[] = [];
  for (const [event, { duration, resources }] of events.entries()) {
    const fixed = resources.flatMap(({ resource }) => resource ?? []);
    const rooms = resources.flatMap(({ resource, role }): RoomNeed[] => {
      if (resource !== null) return [];
      const choice = constraints.find((one) => one.kind === 'PreferResources' && one.role === role);
      return [{ lesson_id: event, bookable_id: null, periods: 1, weeks: 1, rooms: [...(choice?.preferred ?? [])] }];
    });
    const starts = [...timeAt.keys()].filter((start) =>
      fixed.every((resource) => (((closed[resource]?.[dayOf(start)] ?? 0) >> periodOf(start)) & 1) === 0),
    );
    const unit: Unit = {
      lessons: [{ lesson_id: event, offset: 0, length: 1 }],
      length: 1,
      uses: [...fixed, people.length + event].map((resource) => ({ resource, periods: 1, weeks: 1 })),
      rooms,
      starts,
      fixed: null,
      given: null,
      series: seriesOf[event] as number[],
      is_main: false,
      wishes: starts.map((start) =>
        fixed.reduce((price, resource) => price + (unwanted[resource]?.get(start) ?? 0), 0),
      ),
    };
    for (let count = 0; count < duration; count += 1) eventOf[units.push(unit) - 1] = event;
  }

  const week = weekRules(instance);
  const costOfEvent = (rules: EventRules, masks: Uint16Array, base: number) => {
    let [cost, paired] = [0, 0];
    for (let day = 0; day < days.length; day += 1) paired += counts[day]?.[masks[base + day] as number]?.doubles ?? 0;
    for (const one of rules.doubles) cost += one.price * outside(paired, one);
    for (const one of rules.spread) {
      let parts = 0;
      for (let day = 0; day < days.length; day += 1)
        if ((one.days >> day) & 1) parts += counts[day]?.[masks[base + day] as number]?.parts ?? 0;
      cost += one.price * outside(parts, one);
    }
    return cost;
  };
  return {
    model: {
      days: days.length,
      kinds: 1,
      resources: [...people, ...lessons],
      units,
      series,
      afternoon: days.map(() => DAY_BITS),
      lunch: days.map(() => 0),
      weights: WEIGHTS,
      most_moved: null,
    },
    rules: {
      resource: (index, masks, base) =>
        index < people.length
          ? costOfWeek(week[index] as WeekRules, masks, base, base + days.length)
          : costOfEvent(eventRules[index - people.length] as EventRules, masks, base),
      series(index, all, base) {
        let cost = 0;
        for (const one of spread[index] as DayBounds[]) {
          let count = 0;
          for (let day = 0; day < days.length; day += 1) if ((one.days >> day) & 1) count += all[base + day] as number;
          cost += one.price * outside(count, one);
        }
        return cost;
      },
    },
    toMeets: (placements) => toMeets(instance, placements, { eventOf, timeAt, doubles }),
  };
}

/** The lessons of a plan as parts of their events; those of a day that follow each other as doubles. */
function toMeets(
  { events, days }: XhsttInstance,
  placements: readonly Placement[],
  known: {
    readonly eventOf: readonly number[];
    readonly timeAt: ReadonlyMap<number, number>;
    readonly doubles: readonly number[];
  },
): XhsttMeet[] {
  const placed = [...placements.entries()].flatMap(([unit, placement]) =>
    placement === null ? [] : [{ event: known.eventOf[unit] as number, ...placement }],
  );
  return [...Map.groupBy(placed, ({ event }) => event)].flatMap(([event, all]) =>
    days.flatMap((_, day) => {
      const mask = all.reduce((bits, { start }) => (dayOf(start) === day ? bits | (1 << periodOf(start)) : bits), 0);
      return partsOf(mask, known.doubles[day] as number).map(({ period, duration }): XhsttMeet => {
        const start = day * DAY_BITS + period;
        const rooms = [...(all.find((one) => one.start === start)?.rooms ?? [])];
        return {
          event,
          duration,
          time: known.timeAt.get(start) ?? null,
          resources: (events[event]?.resources ?? []).map(({ resource }) => resource ?? rooms.shift() ?? null),
        };
      });
    }),
  );
}
