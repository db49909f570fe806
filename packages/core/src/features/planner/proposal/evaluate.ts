import {
  type Costs,
  DAY_BITS,
  dayOf,
  HARD_PRICE,
  type HardRule,
  isSpread,
  lateHours,
  type Model,
  mostOfSeries,
  type Placement,
  periodOf,
  priceOf,
  type SoftRule,
} from './model.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const range = (length: number) => Array.from({ length }, (_, index) => index);
const has = (bits: number, bit: number) => ((bits >> bit) & 1) === 1;

/** The busy periods of a resource, per day and week kind, in order. */
function busyOf(model: Model, placements: readonly Placement[], resource: number): number[][][] {
  const busy = range(model.days).map(() => range(model.kinds).map(() => new Set<number>()));
  for (const [index, unit] of model.units.entries()) {
    const placement = placements[index];
    if (!placement) continue;
    const uses = [
      ...unit.uses,
      ...unit.rooms.map(({ periods, weeks }, at) => ({ resource: placement.rooms[at] as number, periods, weeks })),
    ].filter((use) => use.resource === resource);
    for (const { periods, weeks } of uses)
      for (const hour of range(DAY_BITS).filter((bit) => has(periods, bit)))
        for (const kind of range(model.kinds).filter((bit) => has(weeks, bit)))
          busy[dayOf(placement.start)]?.[kind]?.add(periodOf(placement.start) + hour);
  }
  return busy.map((day) => day.map((hours) => [...hours].sort((one, other) => one - other)));
}

const gapsOf = (hours: readonly number[]) =>
  hours.length === 0 ? 0 : (hours.at(-1) as number) - (hours[0] as number) + 1 - hours.length;
const most = (numbers: readonly number[]) => Math.max(0, ...numbers);

/**
 * What a plan costs, worked out from the finished plan alone, slow and plain: it shares nothing with the counters of the
 * search, and the search has to agree with it.
 */
export function costsOf(model: Model, placements: readonly Placement[]): Costs {
  const hard: Record<HardRule, number> = { class_gaps: 0, day_limit: 0, days_limit: 0, lunch: 0, twice_a_day: 0 };
  const breaches: Record<SoftRule, number> = {
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
  for (const [resource, { kind, most_a_day, most_days }] of model.resources.entries()) {
    if (kind !== 'teacher' && kind !== 'grade') continue;
    const busy = busyOf(model, placements, resource);
    const ofDay = busy.map((kinds) => most(kinds.map(({ length }) => length)));
    const days = ofDay.filter((count) => count > 0).length;
    if (most_a_day !== null) hard.day_limit += sum(ofDay.map((count) => Math.max(0, count - most_a_day)));
    if (most_days !== null) hard.days_limit += Math.max(0, days - most_days);
    hard.lunch += busy.filter((kinds, day) =>
      kinds.some((hours) => {
        const noon = range(DAY_BITS).filter((hour) => has(model.lunch[day] ?? 0, hour));
        return noon.length > 0 && noon.every((hour) => hours.includes(hour)) && (hours.at(-1) ?? 0) > most(noon);
      }),
    ).length;
    const isLate = (day: number) => (hour: number) => hour >= (model.afternoon[day] ?? DAY_BITS);
    if (kind === 'teacher') {
      const gaps = sum(busy.map((kinds) => most(kinds.map(gapsOf))));
      breaches.gaps += gaps + Math.max(0, gaps - 2) ** 2;
      breaches.single_days += busy.filter((kinds) => kinds.some(({ length }) => length === 1)).length;
      const afternoons = busy.filter((kinds, day) => kinds.some((hours) => hours.some(isLate(day)))).length;
      breaches.afternoons += afternoons ** 2;
    } else {
      const core = busy.map((kinds, day) => kinds.map((hours) => hours.filter((hour) => !isLate(day)(hour))));
      hard.class_gaps += sum(core.map((kinds) => most(kinds.map(gapsOf))));
      breaches.uneven += Math.max(0, most(ofDay) - Math.min(...ofDay) - 1) ** 2;
    }
  }
  for (const [number, series] of model.series.entries()) {
    const counts = range(model.days).map((day) =>
      range(model.kinds).map(
        (kind) =>
          model.units.filter((unit, index) => {
            const placement = placements[index];
            const isThen = placement && dayOf(placement.start) === day && has(unitWeeks(unit), kind);
            return isThen && unit.series.includes(number);
          }).length,
      ),
    );
    hard.twice_a_day += sum(counts.map((kinds) => Math.max(0, most(kinds) - mostOfSeries(series, model.days))));
    if (isSpread(series, model.days))
      breaches.neighbours += range(model.days - 1).filter(
        (day) => most(counts[day] as number[]) > 0 && most(counts[day + 1] as number[]) > 0,
      ).length;
  }
  let moved = 0;
  for (const [index, unit] of model.units.entries()) {
    const placement = placements[index];
    if (!placement) continue;
    breaches.main_late += lateHours(unit, periodOf(placement.start));
    breaches.wishes += unit.wishes[unit.starts.indexOf(placement.start)] ?? 0;
    breaches.home_room += unit.rooms.filter(({ rooms }, at) => rooms[0] !== placement.rooms[at]).length;
    if (unit.given === null || unit.given === placement.start) continue;
    breaches.changes += 1;
    moved += unit.lessons.length;
  }
  const soft = { ...breaches };
  for (const rule of Object.keys(soft) as SoftRule[]) soft[rule] = breaches[rule] * priceOf(model, rule);
  return {
    unplaced: sum(model.units.map(({ lessons }, index) => (placements[index] ? 0 : lessons.length))),
    hard,
    soft,
    moved,
    total: sum(Object.values(hard)) * HARD_PRICE + sum(Object.values(soft)),
  };
}

/** The week kinds of a unit, as bits. */
export const unitWeeks = ({ uses, rooms }: Pick<Model['units'][number], 'uses' | 'rooms'>) =>
  [...uses, ...rooms].reduce((weeks, use) => weeks | use.weeks, 0);

/** Who is needed twice at a time, by a slow look at the finished plan; pinned lessons among themselves apart. */
export function clashesOf(model: Model, placements: readonly Placement[]): { resource: number; start: number }[] {
  const taken = new Map<string, number>();
  const found: { resource: number; start: number }[] = [];
  for (const [index, unit] of model.units.entries()) {
    const placement = placements[index];
    if (!placement) continue;
    const needs = [
      ...unit.uses,
      ...unit.rooms.map(({ periods, weeks }, at) => ({ resource: placement.rooms[at] as number, periods, weeks })),
    ];
    for (const { resource, periods, weeks } of needs)
      for (const hour of range(DAY_BITS).filter((bit) => has(periods, bit)))
        for (const kind of range(model.kinds).filter((bit) => has(weeks, bit))) {
          const key = `${resource}/${placement.start + hour}/${kind}`;
          const other = taken.get(key);
          const isPinned = other !== undefined && model.units[other]?.fixed !== null && unit.fixed !== null;
          if (other !== undefined && other !== index && !isPinned)
            found.push({ resource, start: placement.start + hour });
          taken.set(key, index);
        }
  }
  return found;
}
