import { Cooling } from './cooling.ts';
import { dayOf, type Model, type Placement } from './model.ts';
import type { Dice } from './random.ts';
import type { State } from './state.ts';

/** What an hour of a lesson without a place costs: more than everything else that could be won by it. */
export const OPEN_PRICE = 50_000;
/** How much dearer a unit gets each time that a place was looked for in vain: so the same ones do not stay open for ever. */
const URGENCY = 500;
/** Every so many moves one is of somebody for whom a rule is broken, and one of a unit without a place. */
const REPAIR_EVERY = 3;
const OPEN_EVERY = 4;
/** Most units that change places in one move, and that one without a place pushes out. */
const CHAIN_MAXIMUM = 14;
const PUSHED_MAXIMUM = 3;
const NOWHERE = -1;
const ANYWHERE = -2;

interface Step {
  readonly unit: number;
  /** `ANYWHERE`: at a free time, or nowhere if there is none. */
  readonly start: number;
}

/**
 * Makes a plan better, move by move: a unit gets another time, and those in its way go to where it was, and so on (a Kempe
 * chain between two spans of time). A unit without a place pushes others out. Whether a dearer plan stays is a matter of
 * chance (`Cooling`); the best plan is kept beside.
 */
export class Improvement {
  private readonly movable: readonly number[];
  private readonly best: { starts: Int16Array; rooms: number[][] };
  /** Units that are elsewhere than in the best plan. */
  private readonly strayed = new Set<number>();
  /** How often a place was looked for in vain, by unit. */
  private readonly urgency: Float64Array;
  private readonly cooling: Cooling;
  private open: number[];
  private bestTotal: number;
  /** What the best plan costs, without the open lessons. */
  bestCost: number;
  moves = 0;

  private readonly state: State;
  private readonly dice: Dice;

  constructor(state: State, dice: Dice) {
    this.state = state;
    this.dice = dice;
    this.cooling = new Cooling(dice);
    const { units } = state.model;
    this.movable = [...units.keys()].filter(
      (unit) => units[unit]?.fixed === null && (units[unit]?.starts.length ?? 0) > 0,
    );
    this.urgency = new Float64Array(units.length);
    this.open = this.movable.filter((unit) => !state.isPlaced(unit));
    this.bestCost = state.cost;
    this.bestTotal = state.cost + this.openPrice();
    this.best = { starts: state.starts.slice(), rooms: state.rooms.map((rooms) => [...rooms]) };
  }

  /** Tries so many moves. */
  run(moves: number): void {
    if (this.movable.length === 0) {
      this.moves += moves;
      return;
    }
    for (let move = 0; move < moves; move += 1, this.moves += 1) {
      this.cooling.step(this.moves);
      if (this.open.length > 0 && this.moves % OPEN_EVERY === 0) this.tryOpen();
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

  private unit(index: number): Model['units'][number] {
    return this.state.model.units[index] as Model['units'][number];
  }

  private priceOf(unit: number): number {
    return OPEN_PRICE * this.unit(unit).lessons.reduce((sum, { length }) => sum + length, 0);
  }

  private openPrice(): number {
    return this.open.reduce((sum, unit) => sum + this.priceOf(unit), 0);
  }

  private tryMove(): void {
    const { state, dice } = this;
    const { troubles } = state;
    const isRepair = troubles.size > 0 && this.moves % REPAIR_EVERY === 0;
    const unit = isRepair
      ? state.unitOf(troubles.at(dice.below(troubles.size)), dice.below(1 << 16))
      : (this.movable[dice.below(this.movable.length)] as number);
    const { starts, fixed } = this.unit(unit);
    if (fixed !== null || starts.length === 0) return;
    const start = starts[dice.below(starts.length)] as number;
    if (!state.isPlaced(unit)) return;
    const chain = start === state.starts[unit] ? [{ unit, start }] : this.chainOf(unit, start);
    if (chain) this.change(chain);
  }

  /** A unit without a place takes one; those in its way find another free time, or have none themselves. */
  private tryOpen(): void {
    const { state, dice } = this;
    const unit = this.open[dice.below(this.open.length)] as number;
    this.urgency[unit] = (this.urgency[unit] as number) + URGENCY;
    const { starts } = this.unit(unit);
    const start = starts[dice.below(starts.length)] as number;
    const rivals = [...state.rivals(unit, start)];
    if (rivals.length > PUSHED_MAXIMUM || rivals.some((rival) => this.unit(rival).fixed !== null)) return;
    this.change([{ unit, start }, ...rivals.map((rival) => ({ unit: rival, start: ANYWHERE }))]);
  }

  /** A time at which nobody is in the way of a unit, any of them. */
  private freeStart(unit: number): number {
    const { starts } = this.unit(unit);
    const first = this.dice.below(starts.length);
    for (let at = 0; at < starts.length; at += 1) {
      const start = starts[(at + first) % starts.length] as number;
      if (this.state.fits(unit, start)) return start;
    }
    return NOWHERE;
  }

  /** Who has to change places when a unit gets another time; null: they cannot. */
  private chainOf(unit: number, start: number): Step[] | null {
    const { state } = this;
    const from = state.starts[unit] as number;
    const { length } = this.unit(unit);
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
        const other = this.unit(rival);
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

  /** Puts a unit where a step wants it; false: it cannot be there. */
  private put({ unit, start }: Step): boolean {
    const { state } = this;
    const place = start === ANYWHERE ? this.freeStart(unit) : start;
    const rooms = place !== NOWHERE && state.fits(unit, place) ? state.pickRooms(unit, place) : null;
    if (rooms) state.put(unit, place, rooms);
    return rooms !== null || start === ANYWHERE;
  }

  /** Makes a change if it can be made, and takes it back if the plan becomes too dear. */
  private change(steps: readonly Step[]): void {
    const { state } = this;
    const before = state.cost;
    const former = steps.map(({ unit }) => state.placement(unit));
    for (const [at, { unit }] of steps.entries()) if (former[at]) state.take(unit);
    const isPossible = steps.every((step) => this.put(step));
    const { most_moved } = state.model;
    if (isPossible && (most_moved === null || state.moved <= most_moved)) {
      let loss = state.settle() - before;
      let isOther = false;
      for (const [at, { unit }] of steps.entries()) {
        const isPlaced = state.isPlaced(unit);
        if (isPlaced === (former[at] !== null)) continue;
        isOther = true;
        loss += (isPlaced ? -1 : 1) * (this.priceOf(unit) + (this.urgency[unit] as number));
      }
      if (this.cooling.accepts(loss)) {
        for (const { unit } of steps) this.strayed.add(unit);
        if (isOther) this.open = this.movable.filter((unit) => !state.isPlaced(unit));
        this.keepIfBest();
        return;
      }
    }
    for (const { unit } of steps) if (state.isPlaced(unit)) state.take(unit);
    for (const [index, { unit }] of steps.entries()) {
      const place = former[index];
      if (place) state.put(unit, place.start, place.rooms);
    }
    state.settle();
  }

  private keepIfBest(): void {
    const { state } = this;
    const total = state.cost + (this.open.length === 0 ? 0 : this.openPrice());
    if (total >= this.bestTotal) return;
    this.bestTotal = total;
    this.bestCost = state.cost;
    for (const unit of this.strayed) {
      this.best.starts[unit] = state.starts[unit] as number;
      this.best.rooms[unit] = state.rooms[unit] as number[];
    }
    this.strayed.clear();
  }
}
