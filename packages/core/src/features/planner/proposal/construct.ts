import type { Model, RoomNeed } from './model.ts';
import type { Dice } from './random.ts';
import type { State } from './state.ts';

/** What the search remembers of its difficulties: how often each unit was pushed out, and by which resource turned away. */
export interface Difficulties {
  readonly evicted: Uint32Array;
}

/** Puts what stays where it is. Two pinned lessons that clash stay both. */
export function putFixed(state: State): void {
  for (const [index, { fixed, rooms }] of state.model.units.entries())
    if (fixed !== null)
      state.put(index, fixed, state.pickRooms(index, fixed) ?? rooms.map((need) => need.rooms[0] as number));
}

/** Puts the units of the given plan where they were, as far as nothing stands in the way; returns the number that stayed. */
export function putGiven(state: State): number {
  let kept = 0;
  for (const [index, { fixed, given }] of state.model.units.entries()) {
    if (fixed !== null || given === null || !state.canBegin(index, given) || !state.fits(index, given)) continue;
    const rooms = state.pickRooms(index, given);
    if (!rooms) continue;
    state.put(index, given, rooms);
    kept += 1;
  }
  state.settle();
  return kept;
}

/** Puts units where a plan before has them, as far as nothing stands in the way. */
export function putWhere(state: State, starts: readonly (number | null)[]): void {
  for (const [index, { fixed }] of state.model.units.entries()) {
    const start = starts[index] ?? null;
    if (fixed !== null || start === null || !state.canBegin(index, start) || !state.fits(index, start)) continue;
    const rooms = state.pickRooms(index, start);
    if (rooms) state.put(index, start, rooms);
  }
  state.settle();
}

/** How hard a unit is to place: long, with many people and few times. */
const hardnessOf = ({ uses, rooms, length, starts }: Model['units'][number]) =>
  uses.length * 3 + rooms.length * 2 + length * 4 - starts.length / 8;

interface Choice {
  readonly start: number;
  readonly rivals: ReadonlySet<number>;
  readonly cost: number;
}

/** Breaking a rule is dearer than pushing out a unit or two, and cheaper than turning the plan over. */
const BREACH_PRICE = 150;

/** Price of pushing a unit out; grows each time, so that the search does not cycle. */
const priceOfEviction = (times: number) => 60 + times * 25;

function priceOfAll(rivals: Iterable<number>, { evicted }: Difficulties): number {
  let price = 0;
  for (const rival of rivals) price += priceOfEviction(evicted[rival] as number);
  return price;
}

/** Adds whoever holds the room that is cheapest to free, for each need without a free one; false: no room can be freed. */
function freeRooms(
  state: State,
  unit: number,
  start: number,
  rivals: Set<number>,
  difficulties: Difficulties,
): boolean {
  const taken: number[] = [];
  for (const need of state.model.units[unit]?.rooms ?? []) {
    let best: { room: number; holders: Set<number>; price: number } | null = null;
    for (const room of need.rooms) {
      if (taken.includes(room) || !state.canUse(room, need as RoomNeed, start)) continue;
      const holders = state.roomRivals(need, room, start);
      if ([...holders].some((one) => state.model.units[one]?.fixed !== null)) continue;
      for (const known of rivals) holders.delete(known);
      holders.delete(unit);
      const price = priceOfAll(holders, difficulties);
      if (best === null || price < best.price) best = { room, holders, price };
      if (price === 0) break;
    }
    if (best === null) return false;
    taken.push(best.room);
    for (const holder of best.holders) rivals.add(holder);
  }
  return true;
}

function bestChoice(state: State, unit: number, difficulties: Difficulties, dice: Dice): Choice | null {
  let best: Choice | null = null;
  for (const start of state.model.units[unit]?.starts ?? []) {
    const chance = dice.next() * 3;
    const rivals = state.rivals(unit, start);
    let cost = priceOfAll(rivals, difficulties) + chance;
    if (best !== null && cost >= best.cost) continue;
    if ([...rivals].some((rival) => state.model.units[rival]?.fixed !== null)) continue;
    if (!freeRooms(state, unit, start, rivals, difficulties)) continue;
    cost = priceOfAll(rivals, difficulties) + chance;
    if (rivals.size === 0) {
      const before = state.cost;
      const rooms = state.pickRooms(unit, start);
      if (rooms) {
        state.put(unit, start, rooms);
        cost += Math.min(BREACH_PRICE, (state.settle() - before) / 8);
        state.take(unit);
        state.settle();
      }
    }
    if (best === null || cost < best.cost) best = { start, rivals, cost };
  }
  return best;
}

/** The units without a place. */
export const openUnits = (state: State) =>
  [...state.model.units.keys()].filter((unit) => !state.isPlaced(unit) && state.model.units[unit]?.fixed === null);

/**
 * Places units, the hardest first. One that fits nowhere takes the time whose units are cheapest to push out; these come
 * again later and are dearer by then. Ends when all have a place or after a number of steps, then with the most lessons
 * placed that there were. The same dice give the same plan.
 */
export function construct(state: State, dice: Dice, difficulties: Difficulties, steps: number): number {
  const { units } = state.model;
  const queue = openUnits(state).sort(
    (one, other) =>
      hardnessOf(units[other] as Model['units'][number]) - hardnessOf(units[one] as Model['units'][number]) ||
      one - other,
  );
  const hopeless: number[] = [];
  let used = 0;
  let best = { open: queue.length + 1, placements: state.placements() };
  for (let at = 0; at < queue.length && used < steps; at += 1) {
    const unit = queue[at] as number;
    used += 1;
    const choice = bestChoice(state, unit, difficulties, dice);
    if (!choice) {
      hopeless.push(unit);
      continue;
    }
    for (const rival of choice.rivals) {
      state.take(rival);
      difficulties.evicted[rival] = (difficulties.evicted[rival] as number) + 1;
      queue.push(rival);
    }
    const rooms = state.pickRooms(unit, choice.start);
    if (!rooms || !state.fits(unit, choice.start)) {
      difficulties.evicted[unit] = (difficulties.evicted[unit] as number) + 1;
      queue.push(unit);
      continue;
    }
    state.put(unit, choice.start, rooms);
    state.settle();
    const open = queue.length - at - 1 + hopeless.length;
    // Many are open at first; what is worth keeping comes at the end.
    if (open < best.open && open < 200) best = { open, placements: state.placements() };
  }
  const open = openUnits(state).length;
  if (open > best.open) restore(state, best.placements);
  return used;
}

/** Makes a plan as it was. */
export function restore(state: State, placements: ReturnType<State['placements']>): void {
  for (const unit of state.model.units.keys()) if (state.isPlaced(unit)) state.take(unit);
  for (const [unit, placement] of placements.entries())
    if (placement) state.put(unit, placement.start, placement.rooms);
  state.settle();
}
