import { construct, type Difficulties, openUnits, putFixed, putGiven, putWhere } from './construct.ts';
import { Improvement } from './improve.ts';
import type { Model, Placement } from './model.ts';
import { diceOf } from './random.ts';
import type { Rules } from './rules.ts';
import { State } from './state.ts';

/** Steps of the construction at most: each unit is placed, and pushed out, several times. */
const STEPS_PER_UNIT = 12;

/** How far a search is. */
export interface SearchProgress {
  /** Lessons that have no place in the best plan. */
  readonly open: number;
  /** What the best plan costs, without the open lessons. */
  readonly cost: number;
  readonly moves: number;
}

/**
 * Searches for a plan: a whole one first, then better ones, as long as somebody asks for more moves. The same model, seed
 * and number of moves give the same plan (D-8.04).
 */
export class Search {
  private readonly improvement: Improvement;
  private readonly constructed: number;
  private readonly model: Model;
  readonly difficulties: Difficulties;

  /**
   * @param fromGiven keeps the lessons where they are, as far as nothing stands in the way; else all are placed anew
   * @param starts where the units begin at first, by a plan before; null: nowhere yet
   * @param rules those of a school, unless others are given
   */
  constructor(
    model: Model,
    {
      seed,
      fromGiven,
      starts,
      rules,
    }: {
      readonly seed: number;
      readonly fromGiven: boolean;
      readonly starts?: readonly (number | null)[];
      readonly rules?: Rules;
    },
  ) {
    this.model = model;
    const dice = diceOf(seed);
    const state = new State(model, rules);
    this.difficulties = { evicted: new Uint32Array(model.units.length) };
    putFixed(state);
    if (starts) putWhere(state, starts);
    else if (fromGiven) putGiven(state);
    state.settle();
    // Pushing lessons out moves more of them than somebody may have allowed; then only free times are taken.
    const steps = model.most_moved === null ? openUnits(state).length * STEPS_PER_UNIT + 500 : 0;
    this.constructed = construct(state, dice, this.difficulties, steps);
    this.improvement = new Improvement(state, dice);
  }

  /** Tries so many more moves. */
  run(moves: number): void {
    this.improvement.run(moves);
  }

  progress(): SearchProgress {
    const { bestCost, moves } = this.improvement;
    const open = this.openLessons(this.placements());
    return { open, cost: bestCost, moves: this.constructed + moves };
  }

  /** The best plan so far. */
  placements(): Placement[] {
    return this.improvement.bestPlacements();
  }

  private openLessons(placements: readonly Placement[]): number {
    return this.model.units.reduce((sum, { lessons }, unit) => sum + (placements[unit] ? 0 : lessons.length), 0);
  }
}
