import { expect, it } from 'vitest';
import type { EditorState, EditsDone, PlannedLesson } from './schema.ts';
import { applyEdits } from './state.ts';

const lesson = (lesson_id: number, version: number) => ({ lesson_id, version }) as PlannedLesson;
const at = (revision: number, lessons: PlannedLesson[], id = 1) => ({ version: { id, revision }, lessons });
const state = at(3, [lesson(1, 1), lesson(2, 4)]) as EditorState;

it('a push is shown as a fresh answer would, one of another version or from before is not', () => {
  expect(applyEdits(state, at(4, [lesson(2, 5)]) as EditsDone)).toEqual(at(4, [lesson(1, 1), lesson(2, 5)]));
  expect(applyEdits(state, at(3, [lesson(2, 5)]) as EditsDone).lessons).toEqual([lesson(1, 1), lesson(2, 5)]);
  expect(applyEdits(state, at(4, [lesson(2, 5)], 7) as EditsDone)).toBe(state);
  expect(applyEdits(state, at(2, [lesson(2, 3)]) as EditsDone)).toBe(state);
});
