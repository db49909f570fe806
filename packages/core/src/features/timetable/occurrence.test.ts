import { describe, expect, it } from 'vitest';
import { findOccurrence, parseLessonId, toLessonId, toOccurrence, toOccurrences } from './occurrence.ts';
import { aLesson } from './timetable.fixtures.ts';

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
