import { type Dice, diceOf } from '../proposal/random.ts';
import { Layout, type LayoutCosts } from './layout.ts';
import type { RailModel, RailPlan } from './model.ts';
import { leastSquares, type Spread, spread } from './spread.ts';

/** Steps that one try at more even sizes counts as: it spreads everybody anew. */
const TRY_STEPS = 200;
/** Tries after each round of annealing: spreads, and moves that are looked at for one. */
const SPREADS = 40;
const LOOKS = 200;
/** Steps between two yields. */
const SLICE = 500;

/** The best distribution so far. */
export interface RailsFound extends RailPlan, LayoutCosts {
  /** The sum of the squares of the sizes. */
  readonly squares: number;
  /** Steps that were tried until now. */
  readonly steps: number;
  /** No distribution can be better. */
  readonly isPerfect: boolean;
}

type Ranked = Pick<RailsFound, 'teachers' | 'crowded' | 'open' | 'squares'>;

/** Below 0: the first is better. What cannot be at all comes first, then who is left out, then sizes. */
export const compareRails = (one: Ranked, other: Ranked): number =>
  one.teachers + one.crowded - (other.teachers + other.crowded) || one.open - other.open || one.squares - other.squares;

/**
 * Puts courses on rails so that as few pupils as possible have two courses of one rail, and spreads pupils over parallel
 * courses evenly [D-8.18]: rounds of annealing, each followed by a spread by flows and tries at a more even one. The same
 * model, seed and number of steps give the same; the caller may stop at every yield and keep what was yielded last.
 */
export function* searchRails(
  model: RailModel,
  { seed, steps }: { readonly seed: number; readonly steps: number },
): Generator<RailsFound, RailsFound, void> {
  const dice = diceOf(seed);
  const least = leastSquares(model);
  let done = 0;
  const better = (former: RailsFound | null, layout: Layout, { seats, open, squares }: Spread): RailsFound => {
    const found = { ...layout.costs(), open, squares };
    if (former && compareRails(found, former) >= 0) return { ...former, steps: done };
    const isPerfect = found.teachers + found.crowded + open === 0 && squares <= least;
    return { ...found, rail: [...layout.rail], seats, isPerfect, steps: done };
  };

  const round = Math.max(400, Math.min(20_000, model.courses.length * model.rails * 15));
  let layout = new Layout(model, startOf(model, dice));
  let best = better(null, layout, spread(model, [...layout.rail]));
  for (let number = 0; done < steps && !best.isPerfect; number += 1) {
    yield best;
    // Every other round begins with the best there is, not as hot.
    const isAgain = number % 2 === 1;
    if (number > 0) layout = new Layout(model, isAgain ? best.rail : startOf(model, dice));
    const span = Math.min(round, steps - done);
    for (let at = 0; at < span && layout.energy() > 0; at += SLICE) {
      const to = Math.min(at + SLICE, span);
      anneal(layout, model, dice, { from: at, to, span, heat: isAgain ? 0.3 : 1 });
      done += to - at;
      yield { ...best, steps: done };
    }
    let held = spread(model, [...layout.rail]);
    done += TRY_STEPS;
    best = better(best, layout, held);
    let spreads = 0;
    for (let at = 0; at < LOOKS && spreads < SPREADS && done < steps && !best.isPerfect; at += 1) {
      yield best;
      const energy = layout.energy();
      const changes = propose(model, layout, dice);
      if (!changes) break;
      const former = changes.map(([course]) => [course, layout.rail[course] as number] as const);
      layout.set(changes);
      const next = layout.energy() > energy ? null : spread(model, [...layout.rail], held.seats);
      spreads += next ? 1 : 0;
      done += next ? TRY_STEPS : 1;
      if (next && (next.open - held.open || next.squares - held.squares) <= 0) {
        held = next;
        best = better(best, layout, held);
      } else layout.set(former.toReversed());
    }
  }
  return { ...best, steps: done };
}

/** Each course on some rail, the emptiest first; what is pinned on its own. */
function startOf({ courses, rails, pinned }: RailModel, dice: Dice): number[] {
  const load = new Array<number>(rails).fill(0);
  for (const own of pinned) if (own !== -1) load[own] = (load[own] ?? 0) + 1;
  const order = courses.map((_, course) => ({ course, lot: dice.next() })).sort((one, other) => one.lot - other.lot);
  const rail = [...pinned];
  for (const { course } of order) {
    if (pinned[course] !== -1) continue;
    const least = Math.min(...load);
    const free = load.flatMap((count, number) => (count === least ? [number] : []));
    const chosen = free[dice.below(free.length)] ?? 0;
    load[chosen] = least + 1;
    rail[course] = chosen;
  }
  return rail;
}

type Changes = readonly (readonly [course: number, rail: number])[];

/** Another rail for a course that is not pinned, or two change places; null: there is only one rail, or none may move. */
function propose({ courses, rails, pinned, free }: RailModel, { rail }: Layout, dice: Dice): Changes | null {
  if (rails < 2 || free.length === 0) return null;
  const course = free[dice.below(free.length)] as number;
  const here = rail[course] as number;
  const other = dice.below(courses.length);
  const there = rail[other] as number;
  if (there !== here && dice.next() < 0.5)
    return pinned[other] === -1
      ? [
          [course, there],
          [other, here],
        ]
      : [[course, there]];
  const step = 1 + dice.below(rails - 1);
  return [[course, (here + step) % rails]];
}

function anneal(
  layout: Layout,
  model: RailModel,
  dice: Dice,
  { from, to, span, heat }: { from: number; to: number; span: number; heat: number },
): void {
  const hot = Math.max(1.5, model.pupils.length / 12) * heat;
  const cold = 0.15;
  let energy = layout.energy();
  for (let at = from; at < to && energy > 0; at += 1) {
    const warmth = hot * (cold / hot) ** (at / span);
    const changes = propose(model, layout, dice);
    if (!changes) return;
    const former = changes.map(([course]) => [course, layout.rail[course] as number] as const);
    layout.set(changes);
    const next = layout.energy();
    if (next <= energy || dice.next() < Math.exp((energy - next) / warmth)) energy = next;
    else layout.set(former.toReversed());
  }
}
