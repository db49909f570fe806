import { describe, expect, it } from 'vitest';
import { findOccurrence } from './doubles.ts';
import { compareOccurrences, parseLessonId, toLessonId, toOccurrence, toOccurrences } from './occurrence.ts';
import { aLesson } from './timetable.fixtures.ts';

const RANGE = { begins_at: '2026-11-16', ends_at: '2026-11-20' };
const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const on = (more: Parameters<typeof aLesson>[0] = {}, date = '2026-11-18') => toOccurrence(aLesson(more), date);

describe('occurrences of lessons', () => {
  it('derive weekday, week and minutes from the date and times [T-3.35]', () => {
    const occurrence = toOccurrence(aLesson({ time_begins_at: '13:35', time_ends_at: '14:20' }), '2026-11-18');
    expect(occurrence).toMatchObject({ weekday: 3, week: 47, minutes_begins_at: 815, minutes_ends_at: 860 });
  });

  it('are those of a closed range, in time order [T-3.35]', () => {
    const lesson = aLesson({ dates: ['2026-11-11', '2026-11-18', '2026-11-25'] });
    const found = toOccurrences([lesson], { begins_at: '2026-11-18', ends_at: '2026-11-25' });
    expect(found.map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-25']);
  });

  it('have an id of text and timestamp that leads back to them, on daylight-saving days too [T-2.23] [T-9.09]', () => {
    for (const date of ['2026-03-29', '2026-10-25', '2026-11-18']) {
      const occurrence = toOccurrence(aLesson({ dates: [date] }), date);
      const id = toLessonId(occurrence, 'Europe/Berlin');
      expect(id).toMatch(/^00000000-0000-4000-8000-000000000001-\d{10}$/);
      expect(findOccurrence([occurrence.lesson], parseLessonId(id)!, 'Europe/Berlin')).toEqual(occurrence);
    }
  });

  it('refuse an id without a valid timestamp [T-2.24] [T-5.34] [T-8.14]', () => {
    for (const id of ['', 'abc', 'abc-', 'abc-x', '-5', 'abc-99999999999999', 'abc-1.5', 'abc-12 ']) {
      expect(parseLessonId(id)).toBeNull();
    }
    expect(parseLessonId('a-b-1795600000')).toEqual({ text: 'a-b', timestamp: 1795600000 });
  });
});

describe('the order of occurrences', () => {
  it('is by date, then begin, then length, then identity, then kind', () => {
    const sorted = [
      on({ time_begins_at: '12:00', time_ends_at: '12:45', uuid: uuid(9) }, '2026-11-17'),
      on({ time_begins_at: '07:00', time_ends_at: '07:45', uuid: uuid(8) }),
      on({ time_ends_at: '09:35', uuid: uuid(7) }),
      on({ uuid: uuid(1) }),
      on({ uuid: uuid(1), kind: 'CANCLED' }),
      on({ uuid: uuid(1), kind: 'MESSAGE' }),
      on({ uuid: uuid(2) }),
    ];
    for (const [index, one] of sorted.entries())
      for (const [other, two] of sorted.entries())
        expect(Math.sign(compareOccurrences(one, two)), `${index} ${other}`).toBe(Math.sign(index - other));
    expect([...sorted].reverse().sort(compareOccurrences)).toEqual(sorted);
  });
});

describe('the occurrences of a range', () => {
  it('leave out all others, whatever the bounds of their lesson say', () => {
    const dates = ['2026-11-15', '2026-11-16', '2026-11-20', '2026-11-21'];
    expect(toOccurrences([aLesson({ dates })], RANGE).map(({ date }) => date)).toEqual(['2026-11-16', '2026-11-20']);
    // Bounds that have no part in the range: the dates are not even looked at.
    expect(toOccurrences([aLesson({ dates, begins_at: '2026-11-21' })], RANGE)).toEqual([]);
    expect(toOccurrences([aLesson({ dates, ends_at: '2026-11-15' })], RANGE)).toEqual([]);
    expect(toOccurrences([aLesson({ dates, begins_at: '2026-11-20' })], RANGE)).toHaveLength(2);
    expect(toOccurrences([aLesson({ dates, ends_at: '2026-11-16' })], RANGE)).toHaveLength(2);
  });

  it('are in order across lessons', () => {
    const lessons = [aLesson({ uuid: uuid(2) }), aLesson({ uuid: uuid(1), dates: ['2026-11-19', '2026-11-17'] })];
    expect(toOccurrences(lessons, RANGE).map(({ date }) => date)).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
  });
});

describe('the id of an occurrence', () => {
  const BERLIN = 'Europe/Berlin';
  const at = (time: string) => ({ text: uuid(1), timestamp: Date.parse(`2026-11-18T${time}:00Z`) / 1000 });

  it('leads to the lesson of that id on that date alone', () => {
    const lessons = [aLesson({ uuid: uuid(2) }), aLesson({ dates: ['2026-11-17'] }), aLesson({ lesson_id: 5 })];
    expect(findOccurrence(lessons, at('07:00'), BERLIN)).toMatchObject({
      date: '2026-11-18',
      lesson: { lesson_id: 5 },
    });
    expect(findOccurrence(lessons.slice(0, 2), at('07:00'), BERLIN)).toBeNull();
  });

  it('leads to the nearest time where the lesson is held twice that day', () => {
    const lessons = ['06:00', '12:00', '10:00'].map((time_begins_at) => aLesson({ time_begins_at }));
    const found = (time: string) => findOccurrence(lessons, at(time), BERLIN)?.lesson.time_begins_at;
    expect(['04:00', '08:30', '10:30', '22:00'].map(found)).toEqual(['06:00', '10:00', '12:00', '12:00']);
  });

  it('ends with a time that calendars know: seconds of at most eleven digits', () => {
    expect(parseLessonId('a-99999999999')).toEqual({ text: 'a', timestamp: 99_999_999_999 });
    expect(parseLessonId('a-0')).toEqual({ text: 'a', timestamp: 0 });
    expect(parseLessonId('a-100000000000')).toBeNull();
    expect(parseLessonId('a\nb-1')).toBeNull();
  });
});
