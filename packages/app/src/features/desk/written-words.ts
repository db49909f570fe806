import type { DeskLesson } from '@kreide/core/features/desk';

/** Everything that can be said of a lesson besides who takes it. */
export interface Words {
  readonly comment: string;
  readonly bookableId: number | null;
}

/** The rooms of a lesson that are there. */
export const roomsOf = ({ bookables, absent_ids }: DeskLesson) =>
  bookables.filter(({ id }) => !absent_ids.bookables.includes(id));

/** What is said of a lesson before anybody writes. */
export const wordsOf = (lesson: DeskLesson): Words => ({
  comment: lesson.decision?.comment ?? '',
  bookableId: lesson.decision ? (lesson.decision.bookable_ids[0] ?? null) : (roomsOf(lesson)[0]?.id ?? null),
});

/** Is something written about lessons of a day that would be lost with the page? A text always, a room while its lesson is there. */
export function hasUnsavedWords(written: ReadonlyMap<number, Words>, lessons: readonly DeskLesson[]): boolean {
  const known = new Map(lessons.map((lesson) => [lesson.lesson_id, lesson]));
  return [...written].some(([id, { comment, bookableId }]) => {
    const lesson = known.get(id);
    if (!lesson) return comment.trim() !== '';
    const said = wordsOf(lesson);
    return comment.trim() !== said.comment.trim() || bookableId !== said.bookableId;
  });
}
