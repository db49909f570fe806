import { describe, expect, it } from 'vitest';
import { buildModel, type ProposalInput } from './build.ts';
import { clashesOf, costsOf } from './evaluate.ts';
import { explain } from './explain.ts';
import { DAY_BITS, dayOf, type Model, type Placement, periodOf, SOFT_RULES } from './model.ts';
import { preflight } from './preflight.ts';
import { Search } from './search.ts';
import { inputOf, lessonOf, weightsOf } from './small-school.ts';
import { State } from './state.ts';

const many = <One>(length: number, make: (index: number) => One) => Array.from({ length }, (_, index) => make(index));
const slot = (day: number, period: number) => (day - 1) * DAY_BITS + period - 1;
const placesOf = (placements: readonly Placement[]) => placements.map((one) => one?.start ?? null);

function solve(input: ProposalInput, { seed = 1, moves = 3000, fromGiven = false } = {}) {
  const model = buildModel(input);
  const search = new Search(model, { seed, fromGiven });
  search.run(moves);
  const placements = search.placements();
  return { model, search, placements, costs: costsOf(model, placements), places: placesOf(placements) };
}

/** The cheapest plan without a clash, by trying all. */
function cheapest(model: Model): number {
  let best = Number.POSITIVE_INFINITY;
  const rooms = (unit: number) => model.units[unit]?.rooms.map((need) => need.rooms[0] as number) ?? [];
  const placements: Placement[] = [];
  const walk = (unit: number): void => {
    if (unit === model.units.length) {
      if (clashesOf(model, placements).length === 0) best = Math.min(best, costsOf(model, placements).total);
      return;
    }
    for (const start of model.units[unit]?.starts ?? []) {
      placements[unit] = { start, rooms: rooms(unit) };
      walk(unit + 1);
    }
  };
  walk(0);
  return best;
}

/** Two classes with four teachers, a rail and a double, in a week that is nearly full. */
const school = (): ProposalInput =>
  inputOf(
    [
      ...many(8, (at) => lessonOf({ grade_ids: [1], teacher_ids: [1 + (at % 3)], subject_id: 1 + (at % 4) })),
      ...many(8, (at) => lessonOf({ grade_ids: [2], teacher_ids: [1 + (at % 3)], subject_id: 1 + (at % 4) })),
      lessonOf({ length: 2, grade_ids: [1], teacher_ids: [4], subject_id: 9 }),
      lessonOf({ at: [1, 1], grade_ids: [1, 2], teacher_ids: [2], course_id: 1, subject_id: 7 }),
      lessonOf({ at: [1, 1], grade_ids: [1, 2], teacher_ids: [3], course_id: 2, subject_id: 8 }),
    ],
    {
      courses: [1, 2].map((id) => ({ id, is_whole: false })),
      weights: weightsOf(Object.fromEntries(SOFT_RULES.map((rule) => [rule, 2]))),
    },
  );

describe('a proposal', () => {
  it('places every lesson without a clash, costs what the plain evaluator says, and is the same for the same seed and moves', () => {
    const first = solve(school(), { seed: 7 });
    expect(first.costs).toMatchObject({ unplaced: 0, hard: { class_gaps: 0 } });
    expect(clashesOf(first.model, first.placements)).toEqual([]);
    expect(first.search.progress()).toMatchObject({ open: 0, cost: first.costs.total });
    expect(solve(school(), { seed: 7 }).places).toEqual(first.places);
    const inPieces = new Search(first.model, { seed: 7, fromGiven: false });
    for (const moves of [1000, 1, 1999]) inPieces.run(moves);
    expect(placesOf(inPieces.placements())).toEqual(first.places);
    expect(solve(school(), { seed: 8 }).places).not.toEqual(first.places);
  });

  it('pushes lessons out until all fit, where the first free time is not enough', () => {
    // Each teacher has as many lessons as times, and each class as well: only Latin squares fit.
    const square = many(144, (at) =>
      lessonOf({ grade_ids: [1 + (at % 12)], teacher_ids: [1 + (Math.floor(at / 12) % 12)], subject_id: at }),
    );
    const { costs, model, placements } = solve(inputOf(square), { moves: 2000 });
    expect(costs.unplaced).toBe(0);
    expect(clashesOf(model, placements)).toEqual([]);
  });
});

describe('the rules that hold', () => {
  it('are teacher, class and room once, in weeks that both share, and a room of the same kind instead of a taken one', () => {
    const weeks = { a: { name: 'A', weeks: ['2026-08-03', '2026-08-17'] }, b: { name: 'B', weeks: ['2026-08-10'] } };
    const rooms = [1, 2].map((id) => ({ id, kind: 'lab', capacity: id === 1 ? 20 : 30 }));
    const lessons = [
      ...many(12, (at) => lessonOf({ grade_ids: [at], teacher_ids: [at], bookable_ids: [1] })),
      ...many(12, (at) => lessonOf({ grade_ids: [at], teacher_ids: [at + 20], bookable_ids: [1] })),
      lessonOf({ grade_ids: [50], teacher_ids: [1], pattern: weeks.a }),
      lessonOf({ grade_ids: [50], teacher_ids: [1], pattern: weeks.b }),
    ];
    const { model, costs, placements } = solve(inputOf(lessons, { rooms }));
    expect(model.kinds).toBe(3);
    expect(costs.unplaced).toBe(0);
    expect(clashesOf(model, placements)).toEqual([]);
    // A room that is too small never stands for a larger one.
    const large = solve(
      inputOf(
        many(13, (at) => lessonOf({ grade_ids: [at], teacher_ids: [at], bookable_ids: [2] })),
        { rooms },
      ),
    );
    expect(large.costs.unplaced).toBe(1);
  });

  it('keep closed times, pins, couplings, doubles before the long break, one lesson of a subject a day, short days and class gaps [D-8.05]', () => {
    const closed = many(6, (at) => ({ kind: 'teacher', id: 4, weekday: 1, hour: `${at + 1}`, wish: -3 }) as const);
    const input = school();
    const pinned = lessonOf({ at: [2, 3], grade_ids: [2], teacher_ids: [4], subject_id: 9 });
    const { model, places, costs } = solve(
      { ...input, lessons: [...input.lessons, pinned], pinned: new Set([pinned.lesson_id]), wishes: closed },
      { moves: 20_000 },
    );
    expect(costs).toMatchObject({ unplaced: 0, hard: { class_gaps: 0, twice_a_day: 0, lunch: 0, day_limit: 0 } });
    expect(places.at(-1)).toBe(slot(2, 3));
    const double = model.units.findIndex(({ length }) => length === 2);
    expect(dayOf(places[double] as number)).toBe(1);
    expect([0, 2, 3, 4]).toContain(periodOf(places[double] as number));
    expect(model.units[double]?.starts.map(periodOf)).not.toContain(1);
    expect(model.units.filter(({ lessons }) => lessons.length > 1)).toHaveLength(1);
    // Twelve periods in two days of five at most: two are one too many, each.
    const long = solve(
      inputOf(
        many(12, () => lessonOf({})),
        { most_class_hours: 5, most_teacher_hours: 6 },
      ),
    );
    expect(long.costs.hard.day_limit).toBe(2);
  });

  it('keep a free period at noon where lessons follow, and the days of a teacher [D-8.05]', () => {
    const lessons = many(6, (at) =>
      lessonOf({ grade_ids: [at < 5 ? 1 : 2], teacher_ids: [at < 5 ? 1 : 2], subject_id: at }),
    );
    const noon = { ...buildModel(inputOf(lessons)), lunch: [0b011000, 0b011000] };
    const search = new Search(noon, { seed: 1, fromGiven: false });
    search.run(2000);
    expect(costsOf(noon, search.placements())).toMatchObject({ unplaced: 0, hard: { lunch: 0 } });
    const late = lessons.map((_, at): Placement => ({ start: slot(1, at + 1), rooms: [] }));
    const hungry = inputOf(lessons.map((lesson) => ({ ...lesson, grade_ids: [1], teacher_ids: [1] })));
    expect(costsOf({ ...buildModel(hungry), lunch: [0b011000, 0] }, late).hard.lunch).toBe(2);
    // The counters of the search say the same of a plan that breaks rules.
    const counted = { ...buildModel({ ...hungry, most_class_hours: 4 }), lunch: [0b011000, 0] };
    const state = new State(counted);
    for (const [unit, placement] of late.entries()) state.put(unit, placement?.start ?? 0, []);
    expect(state.settle()).toBe(costsOf(counted, late).total);
    const few = solve(inputOf(lessons, { most_teacher_days: 1 }));
    expect(few.costs.hard).toMatchObject({ days_limit: 0, day_limit: 0 });
    expect(few.search.progress().cost).toBe(few.costs.total);
    const apart = inputOf(lessons, { most_teacher_days: 1 });
    const twoDays = lessons.map((_, at): Placement => ({ start: slot(1 + (at % 2), at + 1), rooms: [] }));
    expect(costsOf(buildModel(apart), twoDays).hard.days_limit).toBe(1);
  });
});

describe('the soft rules', () => {
  it.each(SOFT_RULES)(
    'count %s at its weight, and the search finds the cheapest plan that there is [D-8.06]',
    (rule) => {
      const lessons = [
        ...many(2, () => lessonOf({ grade_ids: [1], teacher_ids: [1], subject_id: 1, length: 2 })),
        lessonOf({ at: [1, 4], grade_ids: [2], teacher_ids: [1], subject_id: 2, bookable_ids: [1] }),
        lessonOf({ at: [1, 6], grade_ids: [3], teacher_ids: [1], subject_id: 3 }),
      ];
      const pinned = new Set(lessons.slice(3).map(({ lesson_id }) => lesson_id));
      const wishes = [{ kind: 'teacher', id: 1, weekday: 3, hour: '1', wish: -2 } as const];
      const rooms = [1, 2].map((id) => ({ id, kind: 'lab', capacity: null }));
      const input = inputOf(lessons, { days: 3, weights: weightsOf({ [rule]: 3 }), wishes, rooms, pinned });
      const { model, costs } = solve(input, { moves: 4000 });
      expect(costs.total).toBe(cheapest(model));
      // A bad plan: late, with gaps, on neighbouring days, in another room.
      const bad = [slot(1, 1), slot(2, 4), slot(3, 1), slot(1, 6)].map(
        (start, at): Placement => ({
          start,
          rooms: model.units[at]?.rooms.map((need) => need.rooms[1] as number) ?? [],
        }),
      );
      const [three, five] = [3, 5].map(
        (weight) => costsOf({ ...model, weights: weightsOf({ [rule]: weight }) }, bad).soft[rule],
      );
      expect(three).toBeGreaterThan(0);
      expect(five).toBe(((three ?? 0) * 5) / 3);
    },
  );
});

describe('the reach of a proposal', () => {
  const given = () =>
    many(6, (at) =>
      lessonOf({
        at: [1 + (at % 2), 1 + Math.floor(at / 2)],
        grade_ids: [1 + (at % 2)],
        teacher_ids: [3 + at],
        subject_id: 5,
      }),
    );
  it('is the chosen classes only, or at most so many lessons, and what is pinned stays [D-8.07]', () => {
    const weights = weightsOf({ uneven: 5, neighbours: 5, single_days: 5, gaps: 5 });
    const lessons = given();
    const before = placesOf(
      buildModel(inputOf(lessons)).units.map(({ given: start }) => ({ start: start ?? 0, rooms: [] })),
    );
    const some = solve(inputOf(lessons, { weights, scope: { mode: 'CLASSES', grade_ids: [1] } }), { fromGiven: true });
    const elsewhere = (places: readonly (number | null)[]) =>
      places.flatMap((place, at) => (place === before[at] ? [] : [at]));
    expect(elsewhere(some.places).length).toBeGreaterThan(0);
    expect(elsewhere(some.places).every((at) => lessons[at]?.grade_ids[0] === 1)).toBe(true);
    const few = solve(inputOf(lessons, { weights, scope: { mode: 'FEW', most_moved: 1 } }), { fromGiven: true });
    expect(elsewhere(few.places)).toHaveLength(1);
    expect(few.costs.moved).toBe(1);
    const pinned = new Set(lessons.map(({ lesson_id }) => lesson_id));
    expect(solve(inputOf(lessons, { weights, pinned })).places).toEqual(before);
  });

  it('takes a double of two singles, and half groups beside each other, as one', () => {
    const courses = [1, 2].map((id) => ({ id, is_whole: false }));
    const double = [1, 2].map((period) => lessonOf({ at: [1, period], subject_id: 1 }));
    const halves = [1, 2].map((id) => lessonOf({ at: [2, 1], course_id: id, teacher_ids: [4 + id] }));
    const model = buildModel(inputOf([...double, ...halves], { courses }));
    expect(model.units.map(({ lessons, length }) => [lessons.length, length])).toEqual([
      [2, 2],
      [2, 1],
    ]);
  });
});

describe('the look ahead', () => {
  const kindsOf = (input: ProposalInput) => preflight(buildModel(input)).map(({ kind }) => kind);
  it('finds nothing where a plan exists', () => {
    expect(kindsOf(school())).toEqual([]);
  });

  it('names more hours than times with the Hall set, rooms that are too few, no common time, pins that clash, a subject too often [D-8.03]', () => {
    const teacher = many(13, (at) => lessonOf({ grade_ids: [at], teacher_ids: [9] }));
    expect(preflight(buildModel(inputOf(teacher)))).toMatchObject([{ kind: 'OVERBOOKED', hours: 13 }]);
    // Three of five lessons fit into two periods only: these are named, not the others.
    const closed = [1, 2].flatMap((weekday) =>
      many(6, (at) => ({ kind: 'grade', id: 3, weekday, hour: `${at + 1}`, wish: -3 }) as const),
    );
    const wishes = closed.filter(({ weekday, hour }) => weekday === 2 || Number(hour) > 2);
    const narrow = many(3, () => lessonOf({ grade_ids: [3], teacher_ids: [9] }));
    const [found] = preflight(
      buildModel(inputOf([lessonOf({ grade_ids: [4], teacher_ids: [9] }), ...narrow], { wishes })),
    ).filter((one) => one.kind === 'OVERBOOKED');
    expect(found).toMatchObject({ hours: 3, times: [slot(1, 1), slot(1, 2)] });
    expect(found?.kind === 'OVERBOOKED' && found.lesson_ids.toSorted()).toEqual(
      narrow.map(({ lesson_id }) => lesson_id),
    );

    const rooms = [1, 2].map((id) => ({ id, kind: 'gym', capacity: null }));
    const sports = many(25, (at) => lessonOf({ grade_ids: [at], teacher_ids: [at], bookable_ids: [1] }));
    expect(preflight(buildModel(inputOf(sports, { rooms })))).toMatchObject([{ kind: 'ROOMS', hours: 25, times: 24 }]);

    const coupled = [1, 2].map((id) =>
      lessonOf({ at: [1, 1], course_id: id, teacher_ids: [id], subject_id: id, bookable_ids: [] }),
    );
    const apart = [1, 2].flatMap((id) =>
      [1, 2].flatMap((weekday) =>
        many(6, (at) => ({ kind: 'teacher', id, weekday, hour: `${at + 1}`, wish: -3 }) as const),
      ),
    );
    const never = apart.filter(({ id, weekday }) => id === weekday);
    const courses = [1, 2].map((id) => ({ id, is_whole: false }));
    expect(kindsOf(inputOf(coupled, { courses, wishes: never }))).toEqual(['NO_TIME']);

    const pins = [1, 2].map((id) => lessonOf({ at: [1, 1], grade_ids: [id], teacher_ids: [9], subject_id: id }));
    const pinned = new Set(pins.map(({ lesson_id }) => lesson_id));
    expect(kindsOf(inputOf(pins, { pinned }))).toEqual(['PINNED']);
    expect(kindsOf(inputOf(many(3, () => lessonOf({ subject_id: 1 }))))).toEqual(['SERIES']);
  });
});

it('says why a lesson has no place: per time what stands in the way, grouped, and which rule would have to give [D-8.08]', () => {
  // The teacher is busy all Monday, the class all Tuesday and in the first period of Monday.
  const busy = many(6, (at) => [
    lessonOf({ at: [1, at + 1], grade_ids: [5], teacher_ids: [1] }),
    lessonOf({ at: [2, at + 1], grade_ids: [1], teacher_ids: [6] }),
  ]).flat();
  busy.push(lessonOf({ at: [1, 1], grade_ids: [1], teacher_ids: [7] }));
  const open = lessonOf({});
  const pinned = new Set(busy.map(({ lesson_id }) => lesson_id));
  const { model, placements, costs } = solve(inputOf([...busy, open], { pinned }), { moves: 100 });
  expect(costs.unplaced).toBe(1);
  const why = explain(model, placements, placements.indexOf(null));
  expect(why.lesson_ids).toEqual([open.lesson_id]);
  expect(why.times).toHaveLength(12);
  expect(why.times[1]?.blockers).toMatchObject([{ lesson_ids: [busy[2]?.lesson_id], is_pinned: true }]);
  expect(why.loosened).toEqual({ teacher: 5, grade: 6, bookable: 0, course: 0 });
  expect(why.resources.map(({ resource, ...rest }) => ({ kind: model.resources[resource]?.kind, ...rest }))).toEqual([
    { kind: 'grade', times: 7, alone: 6 },
    { kind: 'teacher', times: 6, alone: 5 },
  ]);
});
