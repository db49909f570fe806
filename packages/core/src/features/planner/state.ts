import { type EditorAnswer, editorOf, packEditor } from './editor-columns.ts';
import type { EditorState, EditsTold } from './schema.ts';

/**
 * What the editor shows after a push or pop, as a fresh answer would say it. The answer of another version, or an older one
 * than what is shown, changes nothing.
 */
export function applyEdits(state: EditorState, { version, lessons, removed_ids }: EditsTold): EditorState {
  if (version.id !== state.version.id || version.revision < state.version.revision) return state;
  const changed = new Map(lessons.map((lesson) => [lesson.lesson_id, lesson]));
  const gone = new Set([...removed_ids, ...changed.keys()]);
  const others = state.lessons.filter(({ lesson_id }) => !gone.has(lesson_id));
  return {
    ...state,
    version: { ...state.version, ...version },
    lessons: [...others, ...lessons].sort((one, other) => one.lesson_id - other.lesson_id),
  };
}

/** Has the version been changed between what is shown and what a push or pop left of it? */
export function isBehind({ version }: Pick<EditorState, 'version'>, done: Pick<EditsTold, 'version'>): boolean {
  return version.id === done.version.id && done.version.revision > version.revision + 1;
}

/** The same of an answer as it travelled, in which it is kept. */
export function applyToAnswer(answer: EditorAnswer, done: EditsTold): EditorAnswer {
  const state = editorOf(answer);
  const next = applyEdits(state, done);
  return next === state ? answer : packEditor(next);
}
