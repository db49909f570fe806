import { describe, expect, it } from 'vitest';
import { toEnd } from '../../../kernel/process/slices.ts';
import { identify } from './lesson-identity.ts';
import { toCandidates } from './lesson-keys.ts';
import { aPlan, aRow, aState, SOURCE, toResolution } from './plan.fixtures.ts';
import type { LessonRow } from './state.ts';

const fromFile = (external_lesson: string, more: Partial<LessonRow> = {}) => aRow(0, { external_lesson, ...more });
/** The ids that rows of a file get, in the order of the file. */
function idsOf(rows: LessonRow[], old: LessonRow[] = [], keys: [string, number][] = []): number[] {
  const state = aState();
  for (const [key, id] of keys) state.keys.set(key, id);
  const current = toCandidates(old.filter(({ source }) => source === SOURCE));
  const found = toEnd(identify(toCandidates(rows), old, current, toResolution(state, aPlan())));
  expect(found).toHaveLength(rows.length);
  return rows.map(({ external_lesson, weekday, hour }) => {
    const one = found.find(
      (row) => row.external_lesson === external_lesson && row.weekday === weekday && row.hour === hour,
    );
    return one!.lesson_id;
  });
}

describe('the identity of a lesson', () => {
  it('is kept by the key of its source, whatever else changed', () => {
    const old = [aRow(7, { external_lesson: 'a' }), aRow(8, { external_lesson: 'b' })];
    const swapped = [
      fromFile('b', { subject_id: 2, teacher_ids: [2] }),
      fromFile('a', { subject_id: 2, grade_ids: [2] }),
    ];
    expect(idsOf(swapped, old)).toEqual([8, 7]);
  });

  it('is that of an earlier lesson with the same key, which is not in force any more', () => {
    expect(idsOf([fromFile('a')], [], [['lesson a|1|1|', 42]])).toEqual([42]);
    expect(idsOf([fromFile('a')], [], [['grade a|1|1|', 42]])).toEqual([-1]);
  });

  it('is given once: of two rows with one known id, the second is new', () => {
    const keys: [string, number][] = [
      ['lesson a|1|1|', 42],
      ['lesson b|1|2|', 42],
    ];
    expect(idsOf([fromFile('a'), fromFile('b', { hour: '2' })], [], keys)).toEqual([42, -1]);
  });

  it('stays with the lesson of the source when that moves to another slot', () => {
    const old = [aRow(7, { external_lesson: 'a', teacher_ids: [1, 2] }), aRow(8, { external_lesson: 'b' })];
    expect(idsOf([fromFile('a', { weekday: 3, hour: '4' })], old)).toEqual([7]);
  });

  it('stays with the slot that did not move when another slot of the lesson does', () => {
    const old = [aRow(9, { external_lesson: 'a', hour: '1' }), aRow(7, { external_lesson: 'a', hour: '2' })];
    expect(idsOf([fromFile('a', { hour: '2' }), fromFile('a', { hour: '3' })], old)).toEqual([7, 9]);
  });

  it('of a lesson with several moved slots goes by the order of these', () => {
    const old = [
      aRow(8, { external_lesson: 'a', weekday: 4 }),
      aRow(7, { external_lesson: 'a', weekday: 2 }),
      aRow(9, { external_lesson: 'a', weekday: 5 }),
    ];
    const moved = [
      fromFile('a', { weekday: 5, hour: '3' }),
      fromFile('a', { weekday: 1, hour: '3' }),
      fromFile('a', { weekday: 3, hour: '3' }),
      fromFile('a', { weekday: 6, hour: '3' }),
    ];
    expect(idsOf(moved, old)).toEqual([9, 7, 8, -1]);
  });

  it('is that of a lesson of another source with the same people, subject and slot', () => {
    const old = [
      aRow(7, { source: 'demo', external_lesson: 'x' }),
      aRow(8, { source: 'demo', external_lesson: 'y', hour: '2' }),
    ];
    expect(idsOf([fromFile('a', { hour: '2' }), fromFile('b')], old)).toEqual([8, 7]);
  });

  it('is found by the content before the people alone', () => {
    const old = [aRow(7, { source: 'demo', hour: '1' }), aRow(8, { source: 'demo', hour: '3' })];
    expect(idsOf([fromFile('a', { hour: '2' }), fromFile('b', { hour: '3' })], old)).toEqual([7, 8]);
  });

  it('is that of a moved lesson of another source with the same people and subject, and of no other', () => {
    const old = [aRow(7, { source: 'demo', external_lesson: 'x', weekday: 4, hour: '4' })];
    expect(idsOf([fromFile('a')], old)).toEqual([7]);
    expect(idsOf([fromFile('a', { subject_id: 2 })], old)).toEqual([-1]);
    expect(idsOf([fromFile('a', { teacher_ids: [2] })], old)).toEqual([-1]);
    expect(idsOf([fromFile('a', { grade_ids: [2] })], old)).toEqual([-1]);
  });

  it("is not that of another source's lesson with the same number", () => {
    const old = [aRow(7, { source: 'demo', external_lesson: 'a', subject_id: 2, weekday: 4 })];
    expect(idsOf([fromFile('a')], old)).toEqual([-1]);
  });

  it('is new for a lesson that nobody can recognise, each with its own negative id', () => {
    const rows = ['a', 'b', 'c'].map((name, index) => fromFile(name, { hour: String(index) }));
    expect(idsOf(rows)).toEqual([-1, -2, -3]);
  });

  it('of a lesson without a place is not taken from another without one', () => {
    const nowhere = { weekday: null, hour: null, time_begins_at: null, time_ends_at: null };
    const old = [aRow(7, { ...nowhere, source: 'demo', external_lesson: 'x', bookable_ids: [] })];
    expect(idsOf([fromFile('a', { ...nowhere, hour: '1' })], old)).toEqual([-1]);
  });
});
