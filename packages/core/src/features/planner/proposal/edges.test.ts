import { describe, expect, it } from 'vitest';
import type { Period } from '../../structure/index.ts';
import { buildModel, type ProposalInput } from './build.ts';
import { construct, putFixed } from './construct.ts';
import { clashesOf, costsOf } from './evaluate.ts';
import { DAY_BITS, type Placement, SOFT_RULES } from './model.ts';
import { diceOf } from './random.ts';
import { Search } from './search.ts';
import { inputOf, lessonOf, PERIODS, weightsOf } from './small-school.ts';
import { State } from './state.ts';

const many = <One>(length: number, make: (index: number) => One) => Array.from({ length }, (_, index) => make(index));
const slot = (day: number, period: number) => (day - 1) * DAY_BITS + period - 1;
const all = weightsOf(Object.fromEntries(SOFT_RULES.map((rule) => [rule, 2])));
const unitOf = (input: ProposalInput, lesson: { lesson_id: number }) =>
  buildModel(input).units.find(({ lessons }) => lessons.some((one) => one.lesson_id === lesson.lesson_id));
const daysOf = (times: readonly (readonly [string, string])[]): Period[] =>
  times.map(([begins_at, ends_at], at) => ({ ...(PERIODS[0] as Period), hour: `${at + 1}`, begins_at, ends_at }));

/** Rooms that are scarce, weeks A and B, doubles, closed times and wishes, all in a plan that is there already. */
function school(): ProposalInput {
  const weeks = [['2026-08-03', '2026-08-17'], ['2026-08-10']];
  const lessons = many(24, (at) =>
    lessonOf({
      at: [1 + (at % 3), 1 + (at % 4)],
      length: at % 5 === 0 ? 2 : 1,
      grade_ids: [1 + (at % 4)],
      teacher_ids: [1 + (at % 5)],
      subject_id: 1 + (at % 3),
      bookable_ids: at % 2 === 0 ? [1] : [],
      pattern: at % 6 === 1 ? { name: `${at % 12}`, weeks: weeks[at % 12 === 1 ? 0 : 1] ?? [] } : null,
    }),
  );
  return inputOf(lessons, {
    days: 3,
    rooms: [1, 2, 3].map((id) => ({ id, kind: 'lab', capacity: 20 })),
    wishes: [
      { kind: 'teacher', id: 1, weekday: 1, hour: '1', wish: -3 },
      { kind: 'bookable', id: 2, weekday: 2, hour: '2', wish: -3 },
      { kind: 'grade', id: 2, weekday: 3, hour: '3', wish: 2 },
    ],
    weights: all,
    most_class_hours: 4,
    most_teacher_hours: 3,
    most_teacher_days: 2,
  });
}

describe('the counters of the search', () => {
  it('say of any plan, also of one that breaks all rules, what the plain evaluator says', () => {
    const built = buildModel(school());
    const resources = built.resources.map((one) => ({ ...one, most_days: 1 }));
    const model = { ...built, resources, lunch: [0b001100, 0b011000, 0], afternoon: [3, 4, 5] };
    const dice = diceOf(3);
    const broken = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      const state = new State(model);
      const placements = model.units.map(({ starts, rooms }): Placement => {
        const start = starts[dice.below(starts.length)] as number;
        return { start, rooms: rooms.map((need) => need.rooms[dice.below(need.rooms.length)] as number) };
      });
      for (const [unit, placement] of placements.entries())
        if (placement) state.put(unit, placement.start, placement.rooms);
      const costs = costsOf(model, placements);
      expect([state.settle(), state.moved]).toEqual([costs.total, costs.moved]);
      for (const [rule, count] of Object.entries(costs.hard)) if (count > 0) broken.add(rule);
    }
    expect([...broken].sort()).toEqual(['class_gaps', 'day_limit', 'days_limit', 'lunch', 'twice_a_day']);
  });

  it.each([1, 2, 3])('belong to the plan that is handed over, with its rooms (seed %i)', (seed) => {
    const model = buildModel(school());
    const search = new Search(model, { seed, fromGiven: seed === 1 });
    search.run(4000);
    const placements = search.placements();
    expect(clashesOf(model, placements)).toEqual([]);
    expect(search.progress().cost).toBe(costsOf(model, placements).total);
    for (const [unit, placement] of placements.entries()) {
      if (placement) expect(model.units[unit]?.starts).toContain(placement.start);
      const closed = placement?.rooms.some((room) => {
        const bits = model.resources[room]?.closed[placement.start >> 4] ?? 0;
        return (bits >> (placement.start & 15)) & 1;
      });
      expect(closed ?? false).toBe(false);
    }
  });
});

describe('what stays where it is', () => {
  it('is a whole rail of which one lesson is pinned, and a lesson that keeps to no period', () => {
    const rail = [1, 2].map((id) => lessonOf({ at: [1, 1], course_id: id, teacher_ids: [id], subject_id: id }));
    const odd = { ...lessonOf({ at: [1, 3], grade_ids: [5], teacher_ids: [5] }), time_begins_at: '10:05' };
    const input = inputOf([...rail, odd], {
      courses: [1, 2].map((id) => ({ id, is_whole: false })),
      pinned: new Set([rail[1]?.lesson_id ?? 0]),
    });
    expect(unitOf(input, rail[0] as { lesson_id: number })).toMatchObject({ fixed: slot(1, 1), starts: [slot(1, 1)] });
    expect(unitOf(input, odd)).toMatchObject({ fixed: slot(1, 3), starts: [slot(1, 3)] });
  });

  it('is, where some classes were chosen, a lesson that others share with them or that no class has', () => {
    const shared = lessonOf({ at: [1, 1], grade_ids: [1, 2], teacher_ids: [1] });
    const nobody = lessonOf({ at: [1, 2], grade_ids: [], teacher_ids: [2] });
    const own = lessonOf({ at: [1, 3], grade_ids: [1], teacher_ids: [3] });
    const input = inputOf([shared, nobody, own], { scope: { mode: 'CLASSES', grade_ids: [1] } });
    expect([shared, nobody, own].map((lesson) => unitOf(input, lesson)?.fixed)).toEqual([slot(1, 1), slot(1, 2), null]);
  });
});

it.each([
  ['a teacher', { teacher_ids: [9] }],
  ['one of two rooms', { bookable_ids: [1] }],
])('nothing pinned is pushed out for %s', (_, needs) => {
  const pins = [1, 2].map((id) =>
    lessonOf({ at: [1, 1], grade_ids: [10 + id], teacher_ids: [8 + id], bookable_ids: [id] }),
  );
  const input = inputOf([...pins, lessonOf({ grade_ids: [1], teacher_ids: [1], ...needs })], {
    days: 1,
    periods: PERIODS.slice(0, 1),
    rooms: [1, 2].map((id) => ({ id, kind: 'lab', capacity: null })),
    pinned: new Set(pins.map(({ lesson_id }) => lesson_id)),
  });
  const model = buildModel(input);
  const state = new State(model);
  putFixed(state);
  construct(state, diceOf(1), { evicted: new Uint32Array(model.units.length) }, 1);
  expect([...state.starts]).toEqual([0, 0, -1]);
  const search = new Search(model, { seed: 1, fromGiven: true });
  search.run(100);
  expect(search.placements().map((one) => one?.start)).toEqual([0, 0, undefined]);
});

describe('the limits of a day', () => {
  it('keep a double out of a break of 15 minutes, not of 14', () => {
    const grid = (begins: string) =>
      daysOf([
        ['08:00', '08:45'],
        [begins, '10:00'],
        ['10:00', '10:45'],
      ]);
    const startsAt = (begins: string) => {
      const lesson = lessonOf({ length: 2 });
      return unitOf(inputOf([lesson], { days: 1, periods: grid(begins) }), lesson)?.starts;
    };
    expect([startsAt('09:00'), startsAt('08:59')]).toEqual([[1], [0, 1]]);
  });

  it('want a free period at noon where the grid has no break of half an hour there', () => {
    const lunchOf = (...times: [string, string][]) =>
      buildModel(inputOf([lessonOf({})], { days: 1, periods: daysOf(times) })).lunch;
    const [first, second, last] = [
      ['11:00', '12:00'],
      ['12:00', '13:00'],
      ['14:00', '15:00'],
    ] as [string, string][] as [[string, string], [string, string], [string, string]];
    expect(lunchOf(first, second, ['13:00', '14:00'], last)).toEqual([0b0110]);
    expect(lunchOf(first, second, ['13:29', '14:00'], last)).toEqual([0b0110]);
    expect(lunchOf(first, second, ['13:30', '14:00'], last)).toEqual([0]);
    expect(lunchOf(first, second, last)).toEqual([0]);
    expect(lunchOf(first, second, ['13:10', '13:50'])).toEqual([0b110]);
  });

  it('let whoever has longer days today go on having them, and make none longer', () => {
    const lessons = many(5, (at) => lessonOf({ at: [1, at + 1], subject_id: at }));
    const { resources, units } = buildModel(inputOf(lessons, { most_class_hours: 4, most_teacher_hours: 6 }));
    expect(resources.map(({ kind, most_a_day }) => [kind, most_a_day])).toEqual([
      ['teacher', 6],
      ['grade', 5],
    ]);
    expect(units[0]?.starts).toEqual([1, 2].flatMap((day) => many(5, (at) => slot(day, at + 1))));
  });
});

it('a room stands for another of its kind, or of its subject, that is no larger', () => {
  const rooms = [
    { id: 1, kind: 'lab', capacity: 20 },
    { id: 2, kind: 'lab', capacity: 20 },
    { id: 3, kind: 'lab', capacity: 19 },
    { id: 4, kind: 'gym', capacity: 20 },
    { id: 5, kind: null, capacity: null },
  ];
  const roomsOf = (bookable_ids: number[], ofSubject: number[] = []) => {
    const lesson = lessonOf({ bookable_ids, subject_id: 7 });
    const input = inputOf([lesson], { rooms, subjects: [{ id: 7, bookable_ids: ofSubject }] });
    const { resources, units } = buildModel(input);
    return units[0]?.rooms.map((need) => need.rooms.map((room) => resources[room]?.id));
  };
  expect(roomsOf([1])).toEqual([[1, 2]]);
  expect(roomsOf([1], [1, 4])).toEqual([[1, 4]]);
  expect(roomsOf([], [4, 3])).toEqual([[4, 3]]);
  expect(roomsOf([5])).toEqual([]);
});
