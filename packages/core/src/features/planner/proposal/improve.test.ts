import { describe, expect, it } from 'vitest';
import { buildModel } from './build.ts';
import { construct } from './construct.ts';
import { Cooling } from './cooling.ts';
import { costsOf } from './evaluate.ts';
import { Improvement, OPEN_PRICE } from './improve.ts';
import { DAY_BITS, HARD_PRICE, type Model, SOFT_RULES, type Unit } from './model.ts';
import { type Dice, diceOf } from './random.ts';
import { Search } from './search.ts';
import { inputOf, lessonOf, weightsOf } from './small-school.ts';
import { State } from './state.ts';

const many = <One>(length: number, make: (index: number) => One) => Array.from({ length }, (_, index) => make(index));

/** Classes and teachers who have as many lessons as times, and rooms that are too few for some of them. */
const school = (): Model =>
  buildModel(
    inputOf(
      many(36, (at) =>
        lessonOf({
          grade_ids: [1 + (at % 3)],
          teacher_ids: [1 + (at % 4)],
          subject_id: at % 5,
          bookable_ids: at % 2 === 0 ? [1] : [],
        }),
      ),
      {
        rooms: [1, 2].map((id) => ({ id, kind: 'lab', capacity: 20 })),
        weights: weightsOf(Object.fromEntries(SOFT_RULES.map((rule) => [rule, 2]))),
        most_class_hours: 5,
      },
    ),
  );

/** Units that all need the first resource, in a week of one day, nothing of which has a price. */
function bare(units: readonly Partial<Unit>[], rest: Partial<Model> = {}): Model {
  const count = 1 + Math.max(0, ...units.flatMap(({ uses = [] }) => uses.map(({ resource }) => resource)));
  return {
    days: 1,
    kinds: 1,
    resources: many(count, (id) => ({
      kind: 'bookable' as const,
      id,
      closed: [0],
      most_a_day: null,
      most_days: null,
      most_a_week: null,
    })),
    units: units.map((unit, lesson_id) => {
      const { length = 1 } = unit;
      const uses = [{ resource: 0, periods: 2 ** length - 1, weeks: 1 }];
      const lessons = [{ lesson_id, offset: 0, length }];
      const nothing = { rooms: [], starts: [], fixed: null, given: null, series: [], is_main: false, wishes: [] };
      return { ...nothing, lessons, length, uses, ...unit };
    }),
    series: [],
    afternoon: [DAY_BITS],
    lunch: [0],
    weights: weightsOf({ wishes: 5 }),
    most_moved: null,
    ...rest,
  };
}
const needing = (...resources: number[]) => resources.map((resource) => ({ resource, periods: 1, weeks: 1 }));
/** Always the first, or the last of several; nothing dearer stays by chance. */
const FIRST: Dice = { next: () => 0.999, below: () => 0 };
const LAST: Dice = { next: () => 0.999, below: (limit) => limit - 1 };

function improving(model: Model, starts: readonly (number | null)[], dice: Dice = diceOf(1)) {
  const state = new State(model);
  for (const [unit, start] of starts.entries()) if (start !== null) state.put(unit, start, []);
  state.settle();
  return { state, improvement: new Improvement(state, dice) };
}

describe('the improvement', () => {
  it('keeps the best plan: it becomes never dearer, and each plan costs what the plain evaluator says', () => {
    const model = school();
    const state = new State(model);
    construct(state, diceOf(1), { evicted: new Uint32Array(model.units.length) }, 100);
    const improvement = new Improvement(state, diceOf(2));
    let before = Number.POSITIVE_INFINITY;
    for (let move = 0; move < 400; move += 1) {
      improvement.run(1);
      const best = costsOf(model, improvement.bestPlacements());
      const total = best.total + best.unplaced * OPEN_PRICE;
      expect(total).toBeLessThanOrEqual(before);
      expect([improvement.bestCost, state.cost]).toEqual([best.total, costsOf(model, state.placements()).total]);
      before = total;
    }
  });

  it('is the same in whatever pieces it is made', () => {
    const after = (...pieces: number[]) => {
      const state = new State(school());
      construct(state, diceOf(1), { evicted: new Uint32Array(36) }, 100);
      const improvement = new Improvement(state, diceOf(2));
      for (const moves of pieces) improvement.run(moves);
      return [...state.starts];
    };
    expect(after(...many(600, () => 1))).toEqual(after(600));
  });

  it('makes a unit dearer each time that no place is found, until it may push a longer one out; the best plan has the longer', () => {
    const model = bare([{ length: 2, starts: [0] }, { starts: [1] }]);
    const { state, improvement } = improving(model, [0, null]);
    improvement.run(300);
    expect(state.isPlaced(1)).toBe(false);
    let isIn = false;
    for (let move = 0; move < 200; move += 1) {
      improvement.run(1);
      isIn ||= state.isPlaced(1);
    }
    expect(isIn).toBe(true);
    expect(improvement.bestPlacements()).toEqual([{ start: 0, rooms: [] }, null]);
  });

  it.each([
    [3, true],
    [4, false],
  ])('pushes %i units out for a longer one: %s', (length, isIn) => {
    const singles = many(length, (start): Partial<Unit> => ({ starts: [start] }));
    const starts = [null, ...singles.keys()];
    const { state, improvement } = improving(bare([{ length, starts: [0] }, ...singles]), starts);
    improvement.run(1);
    expect(state.isPlaced(0)).toBe(isIn);
  });

  it('finds the only free time for a unit that is pushed out, and knows that none is open then', () => {
    const wall = many(8, (at): Partial<Unit> => ({ starts: [at + 1], fixed: at + 1, uses: needing(1) }));
    const model = bare([{ starts: [0] }, { starts: many(10, (start) => start), uses: needing(0, 1) }, ...wall]);
    const { improvement } = improving(model, [null, 0, ...many(8, (at) => at + 1)], FIRST);
    improvement.run(1);
    expect(improvement.bestPlacements().map((one) => one?.start)).toEqual([0, 9, 1, 2, 3, 4, 5, 6, 7, 8]);
    const both = improving(bare([{ starts: [0] }, { starts: [1] }]), [null, null]).improvement;
    both.run(40);
    expect(both.bestPlacements().map((one) => one?.start)).toEqual([0, 1]);
  });

  it.each([
    [13, 1],
    [14, 0],
  ])('a unit changes places with %i others at once: it is then at %i', (others, place) => {
    const all = many(others, (at) => at);
    const model = bare([
      { starts: [0, 1], wishes: [9, 0], uses: needing(...all) },
      ...all.map((at): Partial<Unit> => ({ starts: [0, 1], uses: needing(at) })),
    ]);
    const { improvement } = improving(model, [0, ...all.map(() => 1)]);
    improvement.run(500);
    expect(improvement.bestPlacements().map((one) => one?.start)).toEqual([place, ...all.map(() => 1 - place)]);
  });

  it.each(['resource', 'series'] as const)(
    'mends first what a %s breaks, among many units that break nothing',
    (kind) => {
      // Nothing but the first two units breaks a rule: by the periods of their resource, or by their days.
      const others = many(400, (at): Partial<Unit> => ({ starts: [0, 1, 2], uses: needing(at + 1) }));
      const two = [0, 2].map((): Partial<Unit> => ({ starts: [0, 1, 2], uses: needing(0), series: [0] }));
      const model = bare([...two, ...others], { series: [{ lesson_id: 1, units: 2 }], days: 2 });
      const tuesday = DAY_BITS;
      const units = model.units.map((unit) => ({ ...unit, starts: [...unit.starts, tuesday] }));
      const rules = {
        resource: (index: number, masks: Uint16Array, base: number) =>
          kind === 'resource' && index === 0 && masks[base] === 0b101 ? HARD_PRICE : 0,
        series: (_: number, counts: Uint8Array, base: number) =>
          kind === 'series' && counts[base] === 2 ? HARD_PRICE : 0,
      };
      const mended = many(10, (seed) => {
        const state = new State({ ...model, units }, rules);
        for (const [unit, start] of [0, 2, ...others.map(() => 0)].entries()) state.put(unit, start, []);
        state.settle();
        const improvement = new Improvement(state, diceOf(seed));
        improvement.run(60);
        return improvement.bestCost;
      });
      expect(mended.filter((cost) => cost === 0).length).toBeGreaterThanOrEqual(8);
    },
  );

  it('leaves a refused change without a trace: the room as well', () => {
    const room = { lesson_id: 0, bookable_id: null, periods: 1, weeks: 1, rooms: [1, 2] };
    const model = bare([
      { starts: [0, 1], wishes: [0, 9], rooms: [room] },
      { starts: [2], uses: needing(2) },
    ]);
    const state = new State(model);
    state.put(0, 0, [2]);
    state.settle();
    new Improvement(state, LAST).run(1);
    expect(state.placement(0)).toEqual({ start: 0, rooms: [2] });
  });

  it('gives two needs of a unit two rooms', () => {
    const room = { lesson_id: 0, bookable_id: null, periods: 1, weeks: 1, rooms: [1, 2] };
    const model = bare([{ starts: [0], rooms: [room, room] }, { uses: needing(2) }]);
    expect(new State(model).pickRooms(0, 0)).toEqual([1, 2]);
  });
});

it('a search is heated again when it is cold, and takes twice as long each time; a broken rule is no usual loss', () => {
  const cooling = new Cooling({ next: () => 0.5, below: () => 0 });
  cooling.accepts(100);
  for (let count = 0; count < 9; count += 1) cooling.accepts(HARD_PRICE);
  const isWarm = (move: number) => {
    cooling.step(move);
    return [cooling.accepts(100), cooling.accepts(HARD_PRICE)];
  };
  const steps = [256, 249_856, 250_112, 500_224, 750_080, 750_336].map(isWarm);
  expect(steps.map(([isLittle]) => isLittle)).toEqual([true, false, true, false, false, true]);
  expect(steps.some(([, isMuch]) => isMuch)).toBe(false);
});

describe('the reach and the progress of a search', () => {
  const searching = (model: Model) => new Search(model, { seed: 1, fromGiven: true });
  it('moves no more lessons than may be moved, not to find places either; a unit counts with all of its lessons', () => {
    const clash = searching(
      bare(
        [
          { starts: [0, 1], given: 0 },
          { starts: [0], given: 0 },
        ],
        { most_moved: 0 },
      ),
    );
    clash.run(200);
    expect(clash.placements()).toEqual([{ start: 0, rooms: [] }, null]);
    const lessons = [0, 1].map((lesson_id) => ({ lesson_id, offset: 0, length: 1 }));
    const placeOf = (most_moved: number) => {
      const search = searching(bare([{ lessons, starts: [0, 1], wishes: [9, 0], given: 0 }], { most_moved }));
      search.run(100);
      return search.placements()[0]?.start;
    };
    expect([placeOf(1), placeOf(2)]).toEqual([0, 1]);
  });

  it('says how many lessons are open, and how many moves were made, with those that made the first plan', () => {
    const lessons = [0, 1].map((lesson_id) => ({ lesson_id, offset: 0, length: 1 }));
    const search = searching(
      bare([
        { starts: [0], fixed: 0 },
        { lessons, starts: [] },
      ]),
    );
    search.run(500);
    expect(search.progress()).toEqual({ open: 2, cost: 0, moves: 501 });
  });
});
