import { expect, it } from 'vitest';
import { demandsOf, openDemands } from './demand.ts';

const lesson = (values: object = {}) => ({
  subject_id: 1,
  course_id: null,
  grade_ids: [4, 5],
  teacher_ids: [7],
  bookable_ids: [],
  pattern: null,
  length: 1,
  ...values,
});
const blocksOf = (lessons: ReturnType<typeof lesson>[], plan: ReturnType<typeof lesson>[]) =>
  openDemands(demandsOf(plan), lessons).map(({ blocks }) => blocks);

it('the demand of a plan is what is taught each week, by subject, classes, teachers and weeks [D-8.01]', () => {
  const a = { name: 'A', weeks: ['2026-08-03'] };
  const plan = [
    lesson(),
    lesson({ length: 2, grade_ids: [5, 4] }),
    lesson({ teacher_ids: [8] }),
    lesson({ pattern: a }),
  ];
  expect(demandsOf(plan).map(({ blocks, teacher_ids, pattern }) => [blocks, teacher_ids, pattern?.name])).toEqual([
    [[2, 1], [7], undefined],
    [[1], [8], undefined],
    [[1], [7], 'A'],
  ]);
});

it('what is open has no lesson yet: the same length goes first, a double can be two singles, and three be one long one', () => {
  const plan = [lesson({ length: 2 }), lesson({ length: 2 }), lesson()];
  expect(blocksOf([], plan)).toEqual([[2, 2, 1]]);
  expect(blocksOf([lesson()], plan)).toEqual([[2, 2]]);
  expect(blocksOf([lesson(), lesson()], plan)).toEqual([[2, 1]]);
  expect(blocksOf([lesson({ length: 3 })], plan)).toEqual([[2]]);
  expect(blocksOf([lesson({ length: 9 })], plan)).toEqual([]);
});

it('a lesson with another teacher covers it too, after those with the same one', () => {
  const plan = [lesson(), lesson({ teacher_ids: [8] })];
  expect(openDemands(demandsOf(plan), [lesson({ teacher_ids: [8] })]).map(({ teacher_ids }) => teacher_ids)).toEqual([
    [7],
  ]);
  expect(blocksOf([lesson({ teacher_ids: [8] }), lesson({ teacher_ids: [9] })], plan)).toEqual([]);
  expect(blocksOf([lesson({ grade_ids: [4] })], plan)).toEqual([[1], [1]]);
});

it('of some demands alone it is the same as of all, whatever others take of the same lessons', () => {
  const plan = [lesson(), lesson({ teacher_ids: [8] }), lesson({ grade_ids: [9] }), lesson({ grade_ids: [1, 8] })];
  const held = [lesson({ teacher_ids: [3] }), lesson({ grade_ids: [9], length: 2 })];
  const all = openDemands(demandsOf(plan), held);
  for (const teacher of [7, 8]) {
    const isOf = ({ teacher_ids }: { teacher_ids: number[] }) => teacher_ids.includes(teacher);
    expect(openDemands(demandsOf(plan), held, isOf)).toEqual(all.filter(isOf));
  }
  expect(all.map(({ grade_ids, teacher_ids }) => [grade_ids, teacher_ids])).toEqual([
    [[4, 5], [8]],
    [[1, 8], [7]],
  ]);
});
