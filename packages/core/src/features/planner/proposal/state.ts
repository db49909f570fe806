import { Bag } from './bag.ts';
import { unitWeeks } from './evaluate.ts';
import {
  DAY_BITS,
  dayOf,
  HARD_PRICE,
  lateHours,
  type Model,
  type Placement,
  periodOf,
  priceOf,
  type RoomNeed,
  type Use,
} from './model.ts';
import { type Rules, schoolRules } from './rules.ts';

const NOWHERE = -1;
/** Most days of a model: a day may be cut in two halves. */
const DAYS_MAXIMUM = 14;
const SLOTS = DAYS_MAXIMUM * DAY_BITS;

/** A unit that needs a resource, or may: as the room of one of its needs. */
interface Holder {
  readonly unit: number;
  readonly periods: number;
  readonly weeks: number;
  /** Which room need; -1: it needs the resource in any case. */
  readonly need: number;
}

/**
 * A plan while it is searched for: who is busy when, as one mask of periods per resource, day and week kind, and what it
 * costs. `put` and `take` change the masks; `settle` works out the cost of whatever they touched.
 */
export class State {
  readonly starts: Int16Array;
  readonly rooms: number[][];
  /** What the placed units cost, hard and soft. */
  cost = 0;
  /** Lessons of the given plan that are elsewhere. */
  moved = 0;
  /** Resources, and behind them series, that break a rule. */
  readonly troubles: Bag;
  /** Index of a begin among the begins of a unit, by unit and begin. */
  private readonly indexOf: Int16Array;
  private readonly counts: Uint8Array;
  private readonly masks: Uint16Array;
  private readonly seriesCounts: Uint8Array;
  private readonly weeks: readonly number[];
  private readonly holders: readonly Holder[][];
  private readonly seriesUnits: number[][];
  private readonly resourceCost: Float64Array;
  private readonly seriesCost: Float64Array;
  private readonly touchedResources: number[] = [];
  private readonly isResourceTouched: Uint8Array;
  private readonly touchedSeries: number[] = [];
  private readonly isSeriesTouched: Uint8Array;

  readonly model: Model;
  private readonly rules: Rules;

  constructor(model: Model, rules: Rules = schoolRules(model)) {
    this.model = model;
    this.rules = rules;
    const { units, resources, series, days, kinds } = model;
    this.starts = new Int16Array(units.length).fill(NOWHERE);
    this.rooms = units.map(() => []);
    this.indexOf = new Int16Array(units.length * SLOTS).fill(NOWHERE);
    for (const [unit, { starts }] of units.entries())
      for (const [index, start] of starts.entries()) this.indexOf[unit * SLOTS + start] = index;
    this.counts = new Uint8Array(resources.length * days * kinds * DAY_BITS);
    this.masks = new Uint16Array(resources.length * days * kinds);
    this.seriesCounts = new Uint8Array(series.length * days * kinds);
    this.weeks = units.map(unitWeeks);
    const holders: Holder[][] = resources.map(() => []);
    for (const [unit, { uses, rooms }] of units.entries()) {
      for (const { resource, periods, weeks } of uses) holders[resource]?.push({ unit, periods, weeks, need: -1 });
      for (const [need, { periods, weeks, rooms: choice }] of rooms.entries())
        for (const resource of choice) holders[resource]?.push({ unit, periods, weeks, need });
    }
    this.holders = holders;
    this.troubles = new Bag(resources.length + series.length);
    this.seriesUnits = series.map(() => []);
    for (const [unit, one] of units.entries()) for (const number of one.series) this.seriesUnits[number]?.push(unit);
    this.resourceCost = new Float64Array(resources.length);
    this.seriesCost = new Float64Array(series.length);
    this.isResourceTouched = new Uint8Array(resources.length);
    this.isSeriesTouched = new Uint8Array(series.length);
    // The cost of an empty week, so that differences add up to the whole.
    for (const resource of resources.keys()) this.touchResource(resource);
    this.settle();
  }

  placement(unit: number): Placement {
    const start = this.starts[unit] as number;
    return start === NOWHERE ? null : { start, rooms: [...(this.rooms[unit] as number[])] };
  }

  /** The unit at a position among those of a trouble; the position is counted round. */
  unitOf(trouble: number, position: number): number {
    const { length } = this.model.resources;
    if (trouble >= length) {
      const units = this.seriesUnits[trouble - length] as number[];
      return units[position % units.length] as number;
    }
    const holders = this.holders[trouble] as Holder[];
    return (holders[position % holders.length] as Holder).unit;
  }

  placements(): Placement[] {
    return this.model.units.map((_, unit) => this.placement(unit));
  }

  isPlaced(unit: number): boolean {
    return this.starts[unit] !== NOWHERE;
  }

  /** Can a unit begin there by itself? */
  canBegin(unit: number, start: number): boolean {
    return start >= 0 && start < SLOTS && this.indexOf[unit * SLOTS + start] !== NOWHERE;
  }

  private isFree({ periods, weeks }: Pick<Use, 'periods' | 'weeks'>, resource: number, start: number): boolean {
    const { days, kinds } = this.model;
    const wanted = periods << periodOf(start);
    const base = (resource * days + dayOf(start)) * kinds;
    for (let kind = 0; kind < kinds; kind += 1)
      if ((weeks >> kind) & 1 && (this.masks[base + kind] as number) & wanted) return false;
    return true;
  }

  /** Are all people that a unit needs free? Its rooms are another question. */
  fits(unit: number, start: number): boolean {
    for (const use of this.model.units[unit]?.uses ?? []) if (!this.isFree(use, use.resource, start)) return false;
    return true;
  }

  /** Adds the units that need a resource meanwhile. */
  private addRivals(use: Use, start: number, into: Set<number>): void {
    if (this.isFree(use, use.resource, start)) return;
    const [day, wanted] = [dayOf(start), use.periods << periodOf(start)];
    for (const { unit, periods, weeks, need } of this.holders[use.resource] as Holder[]) {
      const other = this.starts[unit] as number;
      if (other === NOWHERE || dayOf(other) !== day || (weeks & use.weeks) === 0) continue;
      if (((periods << periodOf(other)) & wanted) === 0) continue;
      if (need === -1 || this.rooms[unit]?.[need] === use.resource) into.add(unit);
    }
  }

  /** The units whose people a unit needs at a time. */
  rivals(unit: number, start: number, into = new Set<number>()): Set<number> {
    for (const use of this.model.units[unit]?.uses ?? []) this.addRivals(use, start, into);
    into.delete(unit);
    return into;
  }

  /** The units that need one resource meanwhile. */
  rivalsOf(use: Use, start: number): Set<number> {
    const into = new Set<number>();
    this.addRivals(use, start, into);
    return into;
  }

  /** Those that hold a room at the time of a need. */
  roomRivals(need: RoomNeed, resource: number, start: number): Set<number> {
    return this.rivalsOf({ resource, periods: need.periods, weeks: need.weeks }, start);
  }

  /** Free rooms for all needs of a unit, the wished ones where they are free; null: there are too few. */
  pickRooms(unit: number, start: number): number[] | null {
    const needs = this.model.units[unit]?.rooms ?? [];
    const chosen: number[] = [];
    for (const need of needs) {
      const room = need.rooms.find(
        (one) => this.canUse(one, need, start) && this.isFree(need, one, start) && !isTaken(needs, chosen, need, one),
      );
      if (room === undefined) return null;
      chosen.push(room);
    }
    return chosen;
  }

  /** Is a room open at the time of a need? */
  canUse(room: number, { periods }: RoomNeed, start: number): boolean {
    const closed = this.model.resources[room]?.closed[dayOf(start)] ?? 0;
    return (closed & (periods << periodOf(start))) === 0;
  }

  put(unit: number, start: number, rooms: readonly number[]): void {
    this.starts[unit] = start;
    this.rooms[unit] = [...rooms];
    this.mark(unit, 1);
  }

  take(unit: number): void {
    this.mark(unit, -1);
    this.starts[unit] = NOWHERE;
  }

  private mark(index: number, step: 1 | -1): void {
    const unit = this.model.units[index] as Model['units'][number];
    const start = this.starts[index] as number;
    for (const use of unit.uses) this.occupy(use.resource, use, start, step);
    const rooms = this.rooms[index] as number[];
    for (let need = 0; need < rooms.length; need += 1)
      this.occupy(rooms[need] as number, unit.rooms[need] as RoomNeed, start, step);
    const { days, kinds } = this.model;
    for (const series of unit.series) {
      const base = (series * days + dayOf(start)) * kinds;
      for (let kind = 0; kind < kinds; kind += 1)
        if (((this.weeks[index] as number) >> kind) & 1)
          this.seriesCounts[base + kind] = (this.seriesCounts[base + kind] as number) + step;
      if (this.isSeriesTouched[series] === 0) this.touchedSeries.push(series);
      this.isSeriesTouched[series] = 1;
    }
    this.cost += step * this.ownCost(index, start);
    if (unit.given !== null && unit.given !== start) this.moved += step * unit.lessons.length;
  }

  private occupy(
    resource: number,
    { periods, weeks }: { periods: number; weeks: number },
    start: number,
    step: number,
  ) {
    const { days, kinds } = this.model;
    const base = (resource * days + dayOf(start)) * kinds;
    for (let kind = 0; kind < kinds; kind += 1) {
      if (((weeks >> kind) & 1) === 0) continue;
      let mask = this.masks[base + kind] as number;
      for (let bits = periods << periodOf(start); bits !== 0; bits &= bits - 1) {
        const hour = 31 - Math.clz32(bits & -bits);
        const at = (base + kind) * DAY_BITS + hour;
        const count = (this.counts[at] as number) + step;
        this.counts[at] = count;
        mask = count > 0 ? mask | (1 << hour) : mask & ~(1 << hour);
      }
      this.masks[base + kind] = mask;
    }
    this.touchResource(resource);
  }

  private touchResource(resource: number): void {
    if (this.isResourceTouched[resource] === 1) return;
    this.isResourceTouched[resource] = 1;
    this.touchedResources.push(resource);
  }

  /** What a unit costs by its own place: hours late, wishes, another room, another time than before. */
  private ownCost(index: number, start: number): number {
    const { model } = this;
    const unit = model.units[index] as Model['units'][number];
    let cost = priceOf(model, 'main_late') * lateHours(unit, periodOf(start));
    cost += priceOf(model, 'wishes') * (unit.wishes[this.indexOf[index * SLOTS + start] as number] ?? 0);
    const rooms = this.rooms[index] as number[];
    for (let need = 0; need < rooms.length; need += 1)
      if (rooms[need] !== unit.rooms[need]?.rooms[0]) cost += priceOf(model, 'home_room');
    return unit.given === null || unit.given === start ? cost : cost + priceOf(model, 'changes');
  }

  /** Works out the cost of what was touched since the last time. */
  settle(): number {
    const { days, kinds } = this.model;
    for (const resource of this.touchedResources) {
      const cost = this.rules.resource(resource, this.masks, resource * days * kinds);
      this.cost += cost - (this.resourceCost[resource] as number);
      this.resourceCost[resource] = cost;
      this.troubles.set(resource, cost >= HARD_PRICE);
      this.isResourceTouched[resource] = 0;
    }
    this.touchedResources.length = 0;
    for (const series of this.touchedSeries) {
      const cost = this.rules.series(series, this.seriesCounts, series * days * kinds);
      this.cost += cost - (this.seriesCost[series] as number);
      this.seriesCost[series] = cost;
      this.troubles.set(this.model.resources.length + series, cost >= HARD_PRICE);
      this.isSeriesTouched[series] = 0;
    }
    this.touchedSeries.length = 0;
    return this.cost;
  }
}

/** Is a room given to another need of the same unit at the same time? */
function isTaken(needs: readonly RoomNeed[], chosen: readonly number[], need: RoomNeed, room: number): boolean {
  for (let at = 0; at < chosen.length; at += 1) {
    const other = needs[at] as RoomNeed;
    if (chosen[at] === room && (other.weeks & need.weeks) !== 0 && (other.periods & need.periods) !== 0) return true;
  }
  return false;
}
