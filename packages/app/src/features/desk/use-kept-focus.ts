import { useEffect, useRef } from 'react';

interface Shown {
  /** The lesson whose answers stand there. */
  lessonId: number | null;
  /** Changes that nobody reads yet. */
  drafts: number;
  hasDialog: boolean;
}

/** Where the row of a lesson is found again. */
export const rowId = (lessonId: number): string => `desk-lesson-${lessonId}`;

/** What had the focus goes away with a lesson that is left, and with the last draft: it moves to where the work goes on. */
export function useKeptFocus({ lessonId, drafts, hasDialog }: Shown): void {
  const left = useRef<number | null>(null);
  const hadDrafts = useRef(false);
  useEffect(() => {
    if (lessonId === null && left.current !== null) document.getElementById(rowId(left.current))?.focus();
    left.current = lessonId;
  }, [lessonId]);
  useEffect(() => {
    if (hasDialog) return;
    if (drafts === 0 && hadDrafts.current && document.activeElement === document.body)
      document.getElementById('desk-lessons')?.focus();
    hadDrafts.current = drafts > 0;
  }, [drafts, hasDialog]);
}
