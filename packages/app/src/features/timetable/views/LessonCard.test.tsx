import type { Lesson, Occurrence } from '@kreide/core/features/timetable';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { aLesson, aReference } from '../../../../../../tests/support/lessons.ts';
import { type CardSurroundings, cardOf } from './LessonCard.tsx';

const t = ((key: string) => key) as CardSurroundings['t'];
const formats = { looks: { changed: 'changed' } } as unknown as CardSurroundings['formats'];

function drawn(lesson: Lesson, isNarrow: boolean): string {
  const surroundings: CardSurroundings = { entity: 'users', times: [], t, formats };
  const occurrence = { lesson, date: '2026-11-18' } as Occurrence;
  const { content, words } = cardOf(occurrence, 'changed', isNarrow, surroundings);
  return `${renderToStaticMarkup(content)} | ${words}`;
}

it('a card says in short that nobody teaches where it is narrow, and whole in its name: no word is cut [T-3.31]', () => {
  const lesson = aLesson({ teachers: [], substituted_lessons: [aReference()] });
  expect(drawn(lesson, true)).toMatch(/<mark>brief_noTeacher<\/mark>.* \| .*(?<!brief_)noTeacher/);
  expect(drawn(lesson, false)).toMatch(/<mark>noTeacher<\/mark>/);
});
