import type { EditorState, EditsDone } from './schema.ts';

/**
 * What the editor shows after a push or pop, as a fresh answer would say it. The answer of another version, or an older one
 * than what is shown, changes nothing.
 */
export function applyEdits(state: EditorState, { version, lessons, removed_ids }: EditsDone): EditorState {
  if (version.id !== state.version.id || version.revision < state.version.revision) return state;
  const changed = new Map(lessons.map((lesson) => [lesson.lesson_id, lesson]));
  const gone = new Set([...removed_ids, ...changed.keys()]);
  const others = state.lessons.filter(({ lesson_id }) => !gone.has(lesson_id));
  return {
    ...state,
    version,
    lessons: [...others, ...lessons].sort((one, other) => one.lesson_id - other.lesson_id),
  };
}
