import type { EditorState, EditsDone } from './schema.ts';

/**
 * What the editor shows after a push or pop, as a fresh answer would say it. The answer of another version, or an older one
 * than what is shown, changes nothing.
 */
export function applyEdits(state: EditorState, { version, lessons }: EditsDone): EditorState {
  if (version.id !== state.version.id || version.revision < state.version.revision) return state;
  const changed = new Map(lessons.map((lesson) => [lesson.lesson_id, lesson]));
  return { ...state, version, lessons: state.lessons.map((lesson) => changed.get(lesson.lesson_id) ?? lesson) };
}
