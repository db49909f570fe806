import { dayOf, type Model, type Placement } from './model.ts';
import type { Dice } from './random.ts';
import type { State } from './state.ts';

/** What an open lesson costs: more than everything else that could be won by it. */
export const OPEN_PRICE = 50_000;
/** How many costs are remembered: a step may be as dear as the plan was so many moves ago (late acceptance). */
const MEMORY = 300;
/** Every so many moves one is of somebody for whom a rule is broken. */
const REPAIR_EVERY = 3;
/** Most units that change places in one move. */
const CHAIN_MAXIMUM = 14;

interface Step {
  readonly unit: number;
  readonly start: number;
}

/**
 * Makes a plan better, move by move: a unit gets another time, and those in its way go to where it was, and so on (a Kempe
 * chain between two spans of time). A move stays when the plan is not dearer than it was some moves ago. The best plan is
 * kept beside.
 */
export class Improvement {
  private readonly memory: Float64Array;
  private readonly movable: readonly number[];
  private readonly best: { starts: Int16Array; rooms: number[][] };
  /** Units that are elsewhere than in the best plan. */
  private readonly strayed = new Set<number>();
  private open: number[];
  private current: number;
  bestCost: number;
  moves = 0;

  private readonly state: State;
  private readonly dice: Dice;

  constructor(state: State, dice: Dice) {
    this.state = state;
    this.dice = dice;
    const { units } = state.model;
    this.movable = [...units.keys()].filter(
      (unit) => units[unit]?.fixed === null && (units[unit]?.starts.length ?? 0) > 0,
    );
    this.open = this.movable.filter((unit) => !state.isPlaced(unit));
    this.current = state.cost + this.openLessons() * OPEN_PRICE;
    this.bestCost = this.current;
    this.memory = new Float64Array(MEMORY).fill(this.current);
    this.best = { starts: state.starts.slice(), rooms: state.rooms.map((rooms) => [...rooms]) };
  }

  private openLessons(): number {
    return this.open.reduce((sum, unit) => sum + (this.state.model.units[unit]?.lessons.length ?? 0), 0);
  }

  /** Tries so many moves. */
  run(moves: number): void {
    if (this.movable.length === 0) {
      this.moves += moves;
      return;
    }
    for (let move = 0; move < moves; move += 1, this.moves += 1) {
      if (this.open.length > 0 && this.moves % 16 === 0) this.tryOpen();
      else this.tryMove();
    }
  }

  /** The best plan so far. */
  bestPlacements(): Placement[] {
    const { starts, rooms } = this.best;
    return this.state.model.units.map((_, unit) => {
      const start = starts[unit] as number;
      return start < 0 ? null : { start, rooms: rooms[unit] as number[] };
    });
  }

  private tryMove(): void {
    const { troubles } = this.state;
    const isRepair = troubles.size > 0 && this.moves % REPAIR_EVERY === 0;
    const unit = isRepair
      ? this.state.unitOf(troubles.at(this.dice.below(troubles.size)), this.dice.below(1 << 16))
      : (this.movable[this.dice.below(this.movable.length)] as number);
    const { starts, fixed } = this.state.model.units[unit] as Model['units'][number];
    if (fixed !== null || starts.length === 0) return;
    const start = starts[this.dice.below(starts.length)] as number;
    if (!this.state.isPlaced(unit)) return;
    const chain = start === this.state.starts[unit] ? [{ unit, start }] : this.chainOf(unit, start);
    if (chain) this.change(chain);
  }

  /** A unit without a place takes one; those in its way have to find another free time. */
  private tryOpen(): void {
    const { state, dice } = this;
    const unit = this.open[dice.below(this.open.length)] as number;
    const { starts } = state.model.units[unit] as Model['units'][number];
    const start = starts[dice.below(starts.length)] as number;
    const rivals = [...state.rivals(unit, start)];
    if (rivals.length > 3 || rivals.some((rival) => state.model.units[rival]?.fixed !== null)) return;
    const steps = rivals.map((rival): Step => {
      const choice = (state.model.units[rival] as Model['units'][number]).starts;
      const first = dice.below(choice.length);
      const found = choice.findIndex((_, at) => state.fits(rival, choice[(at + first) % choice.length] as number));
      return { unit: rival, start: found === -1 ? -1 : (choice[(found + first) % choice.length] as number) };
    });
    if (steps.every((step) => step.start >= 0)) this.change([...steps, { unit, start }]);
  }

  /** Who has to change places when a unit gets another time; null: they cannot. */
  private chainOf(unit: number, start: number): Step[] | null {
    const { state } = this;
    const { units } = state.model;
    const from = state.starts[unit] as number;
    const { length } = units[unit] as Model['units'][number];
    const shift = start - from;
    const isOverlapping = dayOf(from) === dayOf(start) && Math.abs(shift) < length;
    const goals = new Map([[unit, start]]);
    const queue = [unit];
    for (const one of queue) {
      const goal = goals.get(one) as number;
      const isForth = goal >= start && goal < start + length;
      const [first, back] = isForth ? [start, -shift] : [from, shift];
      for (const rival of state.rivals(one, goal)) {
        if (goals.has(rival)) continue;
        const other = units[rival] as Model['units'][number];
        const place = state.starts[rival] as number;
        const isInside = place >= first && place + other.length <= first + length;
        if (isOverlapping || !isInside || other.fixed !== null || !state.canBegin(rival, place + back)) return null;
        if (goals.size === CHAIN_MAXIMUM) return null;
        goals.set(rival, place + back);
        queue.push(rival);
      }
    }
    return [...goals].map(([one, goal]) => ({ unit: one, start: goal }));
  }

  /** Makes a change if it can be made, and takes it back if the plan becomes too dear. */
  private change(steps: readonly Step[]): void {
    const { state } = this;
    const former = steps.map(({ unit }) => state.placement(unit));
    for (const [at, { unit }] of steps.entries()) if (former[at]) state.take(unit);
    let done = 0;
    for (const { unit, start } of steps) {
      const rooms = state.fits(unit, start) ? state.pickRooms(unit, start) : null;
      if (!rooms) break;
      state.put(unit, start, rooms);
      done += 1;
    }
    const { most_moved } = state.model;
    const isWhole = done === steps.length && (most_moved === null || state.moved <= most_moved);
    const placed = steps.filter((_, at) => former[at] === null);
    const won = placed.reduce((sum, { unit }) => sum + (state.model.units[unit]?.lessons.length ?? 0), 0);
    const openBefore = this.open.length === 0 ? 0 : this.openLessons();
    const cost = isWhole ? state.settle() + (openBefore - won) * OPEN_PRICE : Number.POSITIVE_INFINITY;
    const at = this.moves % MEMORY;
    if (cost <= this.current || cost <= (this.memory[at] as number)) {
      this.current = cost;
      for (const { unit } of steps) this.strayed.add(unit);
      if (placed.length > 0) this.open = this.open.filter((unit) => !state.isPlaced(unit));
      if (cost < this.bestCost) this.keep(cost);
    } else {
      for (const { unit } of steps.slice(0, done)) state.take(unit);
      for (const [index, { unit }] of steps.entries()) {
        const place = former[index];
        if (place) state.put(unit, place.start, place.rooms);
      }
      state.settle();
    }
    this.memory[at] = this.current;
  }

  private keep(cost: number): void {
    this.bestCost = cost;
    for (const unit of this.strayed) {
      this.best.starts[unit] = this.state.starts[unit] as number;
      this.best.rooms[unit] = this.state.rooms[unit] as number[];
    }
    this.strayed.clear();
  }
}
