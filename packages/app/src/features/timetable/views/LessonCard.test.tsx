import type { Lesson, Occurrence } from '@kreide/core/features/timetable';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { aLesson, aReference } from '../../../../../../tests/support/lessons.ts';
import { type CardSurroundings, cardOf } from './LessonCard.tsx';

const t = ((key: string) => key) as CardSurroundings['t'];
const formats = { looks: { changed: 'changed', CANCLED: 'cancelled' } } as unknown as CardSurroundings['formats'];

function drawn(lesson: Lesson, isNarrow: boolean, look: 'changed' | 'CANCLED' = 'changed'): string {
  const surroundings: CardSurroundings = { entity: 'users', times: [], t, formats };
  const occurrence = { lesson, date: '2026-11-18' } as Occurrence;
  const { content, words } = cardOf(occurrence, look, isNarrow, surroundings);
  return `${renderToStaticMarkup(content)} | ${words}`;
}

it('a card says in short that nobody teaches where it is narrow, and whole in its name: no word is cut [T-3.31]', () => {
  const lesson = aLesson({ teachers: [], substituted_lessons: [aReference()] });
  expect(drawn(lesson, true)).toMatch(/<mark>brief_noTeacher<\/mark>.* \| .*(?<!brief_)noTeacher/);
  expect(drawn(lesson, false)).toMatch(/<mark>noTeacher<\/mark>/);
});

it('a card says in short that a lesson is cancelled where it is narrow, and whole in its name [T-3.31]', () => {
  expect(drawn(aLesson({}), true, 'CANCLED')).toMatch(/<i>brief_CANCLED <\/i>.* \| .*cancelled/);
  expect(drawn(aLesson({}), false, 'CANCLED')).toMatch(/<i>cancelled <\/i>/);
});
