import { DAY_BITS, dayOf, type Model, periodOf, type Unit } from './model.ts';

/** What cannot work, whatever a search does (D-8.03). */
export type Obstacle =
  /** Those who have to be together have no time in common: with whom, if one of them alone is the reason. */
  | { readonly kind: 'NO_TIME'; readonly lesson_ids: readonly number[]; readonly resources: readonly number[] }
  /** These lessons of somebody have fewer times, all in all, than they have periods (a Hall set). */
  | {
      readonly kind: 'OVERBOOKED';
      readonly resource: number;
      readonly lesson_ids: readonly number[];
      readonly hours: number;
      /** `day * DAY_BITS + period`. */
      readonly times: readonly number[];
    }
  /** A teacher has more periods than their week may have. */
  | {
      readonly kind: 'WEEK';
      readonly resource: number;
      readonly lesson_ids: readonly number[];
      readonly hours: number;
      readonly times: number;
    }
  /** These rooms together are wanted longer than they are open. */
  | {
      readonly kind: 'ROOMS';
      readonly rooms: readonly number[];
      readonly lesson_ids: readonly number[];
      readonly hours: number;
      readonly times: number;
    }
  /** Two lessons that stay where they are need the same. */
  | {
      readonly kind: 'PINNED';
      readonly resource: number;
      readonly lesson_ids: readonly number[];
      readonly start: number;
    }
  /** More lessons of a subject than days: some days have two. */
  | { readonly kind: 'SERIES'; readonly lesson_id: number; readonly units: number };

const bitsOf = (mask: number) =>
  Array.from({ length: DAY_BITS }, (_, bit) => bit).filter((bit) => ((mask >> bit) & 1) === 1);
const idsOf = (units: Iterable<Unit>) => [...units].flatMap(({ lessons }) => lessons.map(({ lesson_id }) => lesson_id));

/** One period of a unit in which it needs a resource, with the times that it can be at. */
interface Hour {
  readonly unit: number;
  readonly times: readonly number[];
}

/** Gives each hour a time of its own; the hours that are too many, with their times, where that cannot be. */
function hallSet(hours: readonly Hour[]): { hours: readonly Hour[]; times: readonly number[] } | null {
  const takenBy = new Map<number, number>();
  const place = (hour: number, seen: Set<number>): boolean => {
    for (const time of (hours[hour] as Hour).times) {
      if (seen.has(time)) continue;
      seen.add(time);
      const other = takenBy.get(time);
      if (other !== undefined && !place(other, seen)) continue;
      takenBy.set(time, hour);
      return true;
    }
    return false;
  };
  for (const hour of hours.keys()) {
    const seen = new Set<number>();
    if (place(hour, seen)) continue;
    const together = [...seen].flatMap((time) => takenBy.get(time) ?? []);
    return {
      hours: [hour, ...together].map((one) => hours[one] as Hour),
      times: [...seen].sort((one, other) => one - other),
    };
  }
  return null;
}

const has = (bits: number, bit: number) => ((bits >> bit) & 1) === 1;

/** The hours of a resource in a kind of weeks. Two units that stay where they are count once. */
function hoursOf(model: Model, holders: readonly number[], resource: number, kind: number): Hour[] {
  const pinned = new Set<number>();
  return holders.flatMap((unit): Hour[] => {
    const { uses, starts, fixed } = model.units[unit] as Unit;
    return uses
      .filter((use) => use.resource === resource && has(use.weeks, kind))
      .flatMap(({ periods }) =>
        bitsOf(periods).flatMap((bit): Hour[] => {
          if (fixed === null) return [{ unit, times: starts.map((start) => start + bit) }];
          if (pinned.has(fixed + bit)) return [];
          pinned.add(fixed + bit);
          return [{ unit, times: [fixed + bit] }];
        }),
      );
  });
}

type OfResource = Extract<Obstacle, { readonly kind: 'OVERBOOKED' | 'WEEK' }>;

function overbooked(model: Model, holders: readonly number[][]): OfResource[] {
  return model.resources.flatMap((_, resource): OfResource[] => {
    for (let kind = 0; kind < model.kinds; kind += 1) {
      const own = (holders[resource] as number[]).filter((unit) => (model.units[unit]?.starts.length ?? 0) > 0);
      const found = hallSet(hoursOf(model, own, resource, kind));
      if (!found) continue;
      const units = [...new Set(found.hours.map(({ unit }) => unit))].map((unit) => model.units[unit] as Unit);
      return [
        { kind: 'OVERBOOKED', resource, lesson_ids: idsOf(units), hours: found.hours.length, times: found.times },
      ];
    }
    return [];
  });
}

/** Teachers who would have more periods than all their days, or their week, may have (D-8.02). */
function longWeeks(model: Model, holders: readonly number[][]): OfResource[] {
  return model.resources.flatMap(({ kind, most_a_day, most_days, most_a_week }, resource): OfResource[] => {
    if (kind !== 'teacher') return [];
    const ofDays = (most_a_day ?? DAY_BITS) * (most_days ?? model.days);
    const times = Math.min(most_a_week ?? ofDays, ofDays);
    const own = holders[resource] as number[];
    const kinds = Array.from({ length: model.kinds }, (_, week) => hoursOf(model, own, resource, week).length);
    const hours = Math.max(...kinds);
    const lesson_ids = idsOf(own.map((unit) => model.units[unit] as Unit));
    return hours > times ? [{ kind: 'WEEK', resource, lesson_ids, hours, times }] : [];
  });
}

/** Rooms of one kind that are wanted longer than they are open, by a flow from the choices of rooms to the rooms. */
function scarceRooms(model: Model, holders: readonly number[][]): Obstacle[] {
  for (let kind = 0; kind < model.kinds; kind += 1) {
    const choices = new Map<string, { rooms: readonly number[]; hours: number; units: Set<Unit> }>();
    const times = new Set<number>();
    for (const unit of model.units)
      for (const need of unit.rooms) {
        if (!has(need.weeks, kind)) continue;
        const rooms = need.rooms.toSorted((one, other) => one - other);
        const key = `${rooms}`;
        const known = choices.get(key) ?? { rooms, hours: 0, units: new Set<Unit>() };
        choices.set(key, known);
        known.hours += bitsOf(need.periods).length;
        known.units.add(unit);
        for (const start of unit.starts) for (const bit of bitsOf(need.periods)) times.add(start + bit);
      }
    const left = new Map<number, number>();
    const flow = new Map<string, number>();
    for (const { rooms } of choices.values())
      for (const room of rooms) {
        const closed = model.resources[room]?.closed ?? [];
        const open = [...times].filter((time) => !has(closed[dayOf(time)] ?? 0, periodOf(time))).length;
        left.set(room, Math.max(0, open - hoursOf(model, holders[room] as number[], room, kind).length));
      }
    for (const [key, { rooms, hours }] of choices) {
      for (let hour = 0; hour < hours; hour += 1) {
        const seen = new Set<number>();
        if (push(key, rooms, { choices, left, flow }, seen)) continue;
        const scarce = [...seen].sort((one, other) => one - other);
        const within = [...choices.values()].filter((choice) => choice.rooms.every((room) => seen.has(room)));
        return [
          {
            kind: 'ROOMS',
            rooms: scarce,
            lesson_ids: idsOf(new Set(within.flatMap(({ units }) => [...units]))),
            hours: within.reduce((sum, choice) => sum + choice.hours, 0),
            times: scarce.reduce((sum, room) => sum + (left.get(room) ?? 0) + usedOf(room, flow), 0),
          },
        ];
      }
    }
  }
  return [];
}

const usedOf = (room: number, flow: ReadonlyMap<string, number>) =>
  [...flow].reduce((sum, [key, hours]) => (key.endsWith(`/${room}`) ? sum + hours : sum), 0);

/** Finds an open hour of a room for a choice; another choice may go to another of its rooms. */
function push(
  key: string,
  rooms: readonly number[],
  net: {
    readonly choices: ReadonlyMap<string, { rooms: readonly number[] }>;
    readonly left: Map<number, number>;
    readonly flow: Map<string, number>;
  },
  seen: Set<number>,
): boolean {
  const { choices, left, flow } = net;
  const add = (choice: string, room: number, step: number) =>
    flow.set(`${choice}/${room}`, (flow.get(`${choice}/${room}`) ?? 0) + step);
  for (const room of rooms) {
    if (seen.has(room)) continue;
    seen.add(room);
    const free = left.get(room) ?? 0;
    if (free > 0) {
      left.set(room, free - 1);
      add(key, room, 1);
      return true;
    }
    for (const [other, choice] of choices) {
      if (other === key || (flow.get(`${other}/${room}`) ?? 0) === 0) continue;
      if (!push(other, choice.rooms, net, seen)) continue;
      add(other, room, -1);
      add(key, room, 1);
      return true;
    }
  }
  return false;
}

/** Two lessons that stay where they are and need the same at once. */
function pinnedClashes(model: Model, holders: readonly number[][]): Obstacle[] {
  return model.resources.flatMap((_, resource): Obstacle[] => {
    const taken = new Map<string, number>();
    for (const unit of holders[resource] as number[]) {
      const { uses, fixed } = model.units[unit] as Unit;
      if (fixed === null) continue;
      for (const use of uses.filter((one) => one.resource === resource))
        for (const bit of bitsOf(use.periods))
          for (let kind = 0; kind < model.kinds; kind += 1) {
            if (!has(use.weeks, kind)) continue;
            const key = `${fixed + bit}/${kind}`;
            const other = taken.get(key);
            if (other !== undefined && other !== unit)
              return [
                {
                  kind: 'PINNED',
                  resource,
                  lesson_ids: idsOf([model.units[other] as Unit, model.units[unit] as Unit]),
                  start: fixed + bit,
                },
              ];
            taken.set(key, unit);
          }
    }
    return [];
  });
}

/** Everything that cannot work, found by counting before any search; empty: nothing speaks against a plan. */
export function preflight(model: Model): Obstacle[] {
  const holders: number[][] = model.resources.map(() => []);
  for (const [unit, { uses }] of model.units.entries())
    for (const resource of new Set(uses.map((use) => use.resource))) holders[resource]?.push(unit);
  const noTime = model.units
    .filter(({ starts }) => starts.length === 0)
    .map((unit): Obstacle => {
      const closed = unit.uses.filter(({ resource }) => model.resources[resource]?.closed.some((bits) => bits !== 0));
      const resources = [...new Set(closed.map(({ resource }) => resource))];
      return { kind: 'NO_TIME', lesson_ids: idsOf([unit]), resources };
    });
  const series = model.series
    .filter(({ units }) => units > model.days)
    .map(({ lesson_id, units }): Obstacle => ({ kind: 'SERIES', lesson_id, units }));
  const tooMany = overbooked(model, holders);
  return [
    ...noTime,
    ...tooMany,
    // Of whom there are too few times that is said already.
    ...longWeeks(model, holders).filter(({ resource }) => !tooMany.some((one) => one.resource === resource)),
    ...scarceRooms(model, holders),
    ...pinnedClashes(model, holders),
    ...series,
  ];
}
