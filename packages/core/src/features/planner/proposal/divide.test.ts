import { expect, it } from 'vitest';
import { buildModel, type ProposalInput } from './build.ts';
import { carryPlacements, divide, dividedOf, openHours, toDivide } from './divide.ts';
import { clashesOf } from './evaluate.ts';
import type { Placement } from './model.ts';
import { lessonPlaces } from './places.ts';
import { Search } from './search.ts';
import { inputOf, lessonOf, PERIODS } from './small-school.ts';

/** Teachers who are there at some times only, as weekday and period. */
const onlyAt = (times: Record<number, [number, number][]>): ProposalInput['wishes'] =>
  Object.entries(times).flatMap(([id, open]) =>
    [1, 2].flatMap((weekday) =>
      PERIODS.flatMap(({ hour }) =>
        open.some(([day, period]) => day === weekday && `${period}` === hour)
          ? []
          : [{ kind: 'teacher' as const, id: Number(id), weekday, hour, wish: -3 }],
      ),
    ),
  );
const double = (values: object = {}) => lessonOf({ length: 2, is_divisible: true, ...values });

it('a lesson that is wished whole becomes two if it has no place otherwise, one that must be whole stays open [D-8.01]', () => {
  const wishes = onlyAt({
    1: [
      [1, 1],
      [2, 3],
    ],
  });
  const must = inputOf([double({ is_divisible: false })], { wishes });
  const strict = buildModel(must);
  expect(toDivide(strict, must, new Search(strict, { seed: 1, fromGiven: false }).placements()).size).toBe(0);
  const lesson = double();
  const input = inputOf([lesson], { wishes });
  const model = buildModel(input);
  const before = new Search(model, { seed: 1, fromGiven: false }).placements();
  expect(openHours(model, before)).toBe(2);
  const ids = toDivide(model, input, before);
  expect([...ids]).toEqual([lesson.lesson_id]);
  expect(toDivide(model, { ...input, pinned: ids }, before).size).toBe(0);
  const parts = divide(input, ids);
  const divided = buildModel(parts);
  const after = new Search(divided, { seed: 1, fromGiven: false }).placements();
  expect(openHours(divided, after)).toBe(0);
  expect(toDivide(divided, parts, after).size).toBe(0);
  const made = dividedOf(input.lessons, lessonPlaces(divided, after));
  expect(made.places).toHaveLength(1);
  expect(made.divided).toMatchObject([{ lesson_id: lesson.lesson_id, lengths: [1, 1] }]);
  expect([made.places[0]?.start, made.divided[0]?.rest.start].toSorted((a, b) => Number(a) - Number(b))).toEqual([
    0, 18,
  ]);
});

it('what stands in the way of another is divided too, from where it is, and no half goes with the other by itself [D-8.01]', () => {
  const wishes = onlyAt({
    1: [
      [1, 3],
      [1, 4],
      [2, 1],
    ],
    2: [[1, 4]],
  });
  const [whole, single] = [double({ at: [1, 3] }), lessonOf({ teacher_ids: [2] })];
  const input = inputOf([whole, single], { wishes });
  const model = buildModel(input);
  const before: Placement[] = model.units.map(({ lessons }) =>
    lessons[0]?.lesson_id === whole.lesson_id ? { start: 2, rooms: [] } : null,
  );
  const ids = toDivide(model, input, before);
  expect([...ids]).toEqual([whole.lesson_id]);
  const divided = buildModel(divide(input, ids));
  expect(divided.units).toHaveLength(3);
  const starts = carryPlacements(model, before, divided);
  expect(starts.toSorted((one, other) => Number(one) - Number(other))).toEqual([null, 2, 3]);
  const search = new Search(divided, { seed: 1, fromGiven: true, starts });
  search.run(2000);
  expect(openHours(divided, search.placements())).toBe(0);
  expect(clashesOf(divided, search.placements())).toEqual([]);
});

it('only what is wished whole, long, alone and without a place is divided, and but once, each part where it was [D-8.01]', () => {
  const chosen = (lessons: ProposalInput['lessons'], placed: readonly number[] = []) => {
    const input = inputOf(lessons);
    const model = buildModel(input);
    const places = model.units.map(
      (unit): Placement =>
        unit.lessons.some(({ lesson_id }) => placed.includes(lesson_id)) ? { start: 0, rooms: [] } : null,
    );
    return [...toDivide(model, input, places)];
  };
  const [long, other] = [double(), double({ teacher_ids: [2], grade_ids: [2] })];
  expect(chosen([long, lessonOf({ is_divisible: true })])).toEqual([long.lesson_id]);
  expect(chosen([long, other], [other.lesson_id])).toEqual([long.lesson_id]);
  expect(chosen([1, 2].map(() => double({ at: [1, 1], version: 1 })))).toEqual([]);
  const given = double({ at: [1, 1] });
  const parts = divide(inputOf([given]), new Set([given.lesson_id])).lessons;
  expect(parts.map(({ hour, is_divisible }) => [hour, is_divisible])).toEqual([
    ['1', false],
    ['2', false],
  ]);
});

it('parts that came to follow each other in the same rooms, or have no place both, are one lesson [D-8.01]', () => {
  const lesson = double({ length: 3 });
  const { lesson_id } = lesson;
  const of = (first: number | null, rest: number | null, room = 1) => {
    const rooms = (id: number) => [{ instead_of: null, bookable_id: id }];
    const places = [
      { lesson_id, start: first, rooms: rooms(1) },
      { lesson_id: -lesson_id, start: rest, rooms: rooms(room) },
    ];
    const made = dividedOf([lesson], places);
    return [made.places.map(({ start }) => start), made.divided.map(({ lengths }) => lengths)];
  };
  expect(of(2, 4)).toEqual([[2], []]);
  expect(of(3, 2)).toEqual([[2], []]);
  expect(of(null, null)).toEqual([[null], []]);
  expect(of(2, 4, 2)).toEqual([[2], [[2, 1]]]);
  expect(of(2, 18)).toEqual([[2], [[2, 1]]]);
  expect(of(2, null)).toEqual([[2], [[2, 1]]]);
});
