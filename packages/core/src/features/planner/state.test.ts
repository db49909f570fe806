import { expect, it } from 'vitest';
import type { EditorState, EditsDone, PlannedLesson } from './schema.ts';
import { applyEdits, isBehind } from './state.ts';

const lesson = (lesson_id: number, version: number) => ({ lesson_id, version }) as PlannedLesson;
const at = (revision: number, lessons: PlannedLesson[], id = 1) => ({ version: { id, revision }, lessons });
const done = (revision: number, lessons: PlannedLesson[], { id = 1, removed_ids = [] as number[] } = {}) =>
  ({ ...at(revision, lessons, id), removed_ids }) as EditsDone;
const state = at(3, [lesson(1, 1), lesson(2, 4)]) as EditorState;

it('a push is shown as a fresh answer would, one of another version or from before is not', () => {
  expect(applyEdits(state, done(4, [lesson(2, 5)]))).toEqual(at(4, [lesson(1, 1), lesson(2, 5)]));
  expect(applyEdits(state, done(3, [lesson(2, 5)])).lessons).toEqual([lesson(1, 1), lesson(2, 5)]);
  expect(applyEdits(state, done(4, [lesson(2, 5)], { id: 7 }))).toBe(state);
  expect(applyEdits(state, done(2, [lesson(2, 3)]))).toBe(state);
});

it('what others did leaves what one may do with the version oneself', () => {
  const can = { update: 1, publish: 0, remove: 0, propose: 0 } as const;
  const mine = { ...state, version: { ...state.version, can } };
  expect(applyEdits(mine, done(4, [])).version).toEqual({ id: 1, revision: 4, can });
});

it('a lesson that was added is shown in the order of a fresh answer, one that is gone is not', () => {
  const both = done(4, [lesson(3, 1)], { removed_ids: [2] });
  expect(applyEdits(state, both)).toEqual(at(4, [lesson(1, 1), lesson(3, 1)]));
  expect(applyEdits(applyEdits(state, both), done(5, [lesson(2, 5)], { removed_ids: [3] }))).toEqual(
    at(5, [lesson(1, 1), lesson(2, 5)]),
  );
});

it('what is shown is behind where somebody else has changed the version before, so that their lessons are fetched [T-4.06]', () => {
  expect([3, 4, 5].map((revision) => isBehind(state, done(revision, [])))).toEqual([false, false, true]);
  expect(isBehind(state, done(5, [], { id: 7 }))).toBe(false);
});
