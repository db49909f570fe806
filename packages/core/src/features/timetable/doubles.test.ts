import { describe, expect, it } from 'vitest';
import { findOccurrence, isOccurrenceOf, isShortBreak, joinDoubles } from './doubles.ts';
import { type Occurrence, parseLessonId, partsOf, toLessonId, toOccurrences } from './occurrence.ts';
import type { Lesson } from './schema.ts';
import { aLesson, aReference } from './timetable.fixtures.ts';

const WEEK = { begins_at: '2026-11-16', ends_at: '2026-11-20' };
const second = (more: Partial<Lesson> = {}) =>
  aLesson({
    uuid: '00000000-0000-4000-8000-000000000002',
    lesson_id: 2,
    hour: '2',
    time_begins_at: '08:50',
    time_ends_at: '09:35',
    ...more,
  });
const joinedOf = (...lessons: Lesson[]): Occurrence[] => joinDoubles(toOccurrences(lessons, WEEK));

describe('a double lesson', () => {
  it('is one occurrence with the times and periods of the whole, its halves beside it [T-9.02]', () => {
    const [double, ...rest] = joinedOf(aLesson(), second());
    expect(rest).toEqual([]);
    expect(double).toMatchObject({ minutes_begins_at: 480, minutes_ends_at: 575 });
    expect(double?.lesson).toMatchObject({ hour: '1–2', time_begins_at: '08:00', time_ends_at: '09:35' });
    expect(partsOf(double!).map(({ lesson }) => lesson.hour)).toEqual(['1', '2']);
  });

  it('may be a triple, and joins over a break of up to seven minutes and not over a longer one [T-9.02]', () => {
    const third = second({ lesson_id: 3, hour: '3', time_begins_at: '09:40', time_ends_at: '10:25' });
    expect(joinedOf(aLesson(), second(), third).map(({ lesson }) => lesson.hour)).toEqual(['1–3']);
    const pause = (time_begins_at: string) => joinedOf(aLesson(), second({ time_begins_at })).length;
    expect(['08:45', '08:52', '08:53', '09:05'].map(pause)).toEqual([1, 1, 2, 2]);
    expect([isShortBreak(525, 532), isShortBreak(525, 533), isShortBreak(525, 520)]).toEqual([true, false, false]);
  });

  it.each<[string, Partial<Lesson>]>([
    ['is cancelled', { kind: 'CANCLED' }],
    ['is of another subject', { meta: { ...aLesson().meta, displayname: 'German' } }],
    ['has another teacher', { teachers: [{ id: 2, shortcut: 'Krn', name: null }] }],
    ['has a second teacher', { teachers: [...aLesson().teachers, { id: 2, shortcut: 'Krn', name: null }] }],
    ['is in another room', { bookables: [{ id: 2, shortcut: '112', name: null }] }],
    ['has another class', { grades: [] }],
    ['has a note', { comment: 'Bring compasses' }],
    ['changed', { substituted_lessons: [aReference({ bookables: [] })] }],
  ])('stays two cards where one half %s', (_, more) => {
    expect(joinedOf(aLesson(), second(more))).toHaveLength(2);
    expect(joinedOf(aLesson(more), second())).toHaveLength(2);
  });

  it('is one card where both halves changed in the same way, and its end is no change', () => {
    const room = (shortcut: string) => [{ id: 7, shortcut, name: null }];
    const was = (more: Partial<Lesson>) => ({
      substituted_lessons: [aReference({ bookables: room('7'), ...more })],
    });
    const later = { time_begins_at: '08:50', time_ends_at: '09:35' };
    const [double] = joinedOf(aLesson(was({})), second(was(later)));
    expect(double?.lesson.substituted_lessons[0]).toMatchObject({ time_begins_at: '08:00', time_ends_at: '09:35' });
    expect(joinedOf(aLesson(was({})), second(was({ ...later, bookables: room('8') })))).toHaveLength(2);
  });

  it('moves as one where both halves moved to places that follow each other', () => {
    const moved = (time_begins_at: string, time_ends_at: string) => ({
      kind: 'MOVED_TO' as const,
      substituted_target_lessons: [aReference({ lesson_date: '2026-11-20', time_begins_at, time_ends_at })],
    });
    expect(joinedOf(aLesson(moved('10:00', '10:45')), second(moved('10:50', '11:35')))).toHaveLength(1);
    expect(joinedOf(aLesson(moved('10:00', '10:45')), second(moved('12:00', '12:45')))).toHaveLength(2);
  });

  it('on other days or beside others joins nothing foreign', () => {
    expect(joinedOf(aLesson(), second({ dates: ['2026-11-19'] }))).toHaveLength(2);
    const other = { meta: { ...aLesson().meta, displayname: 'Art' }, uuid: '00000000-0000-4000-8000-000000000009' };
    const pair = joinedOf(aLesson(), aLesson(other), second(other), second());
    expect(pair.map(({ lesson }) => `${lesson.meta.displayname} ${lesson.hour}`)).toEqual([
      'Mathematics 1–2',
      'Art 1–2',
    ]);
  });

  it('opens as a whole by the id of either half [T-2.08]', () => {
    const lessons = [aLesson(), second()];
    for (const part of toOccurrences(lessons, WEEK)) {
      const id = parseLessonId(toLessonId(part, 'Europe/Berlin'))!;
      expect(findOccurrence(lessons, id, 'Europe/Berlin')?.lesson.hour).toBe('1–2');
      expect(joinedOf(...lessons).map((one) => isOccurrenceOf(one, id, 'Europe/Berlin'))).toEqual([true]);
    }
    const [lesson, later] = joinedOf(aLesson({ dates: ['2026-11-18', '2026-11-19'] }));
    const id = parseLessonId(toLessonId(lesson!, 'Europe/Berlin'))!;
    expect(isOccurrenceOf(later!, id, 'Europe/Berlin')).toBe(false);
    expect(isOccurrenceOf(joinedOf(second())[0]!, id, 'Europe/Berlin')).toBe(false);
  });
});
