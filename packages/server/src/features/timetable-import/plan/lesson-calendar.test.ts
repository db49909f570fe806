import { toDay } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { createLessonCalendar } from './lesson-calendar.ts';
import { aRow } from './plan.fixtures.ts';
import type { LessonRow } from './state.ts';

const MONDAY = '2026-11-16';
const idsOn = (rows: LessonRow[], date: string, free: string[] = []) =>
  createLessonCalendar(rows, new Set(free.map(toDay)))(date).map(({ lesson_id }) => lesson_id);

describe('the lessons of a date', () => {
  it('are those of its weekday, inside their validity, both ends included', () => {
    const rows = [
      aRow(1),
      aRow(2, { weekday: 2 }),
      aRow(3, { begins_at: MONDAY, ends_at: MONDAY }),
      aRow(4, { begins_at: '2026-11-17' }),
      aRow(5, { ends_at: '2026-11-15' }),
    ];
    expect(idsOn(rows, MONDAY)).toEqual([1, 3]);
    expect(idsOn(rows, '2026-11-17')).toEqual([2]);
    expect(idsOn(rows, '2026-11-18')).toEqual([]);
  });

  it('of a pattern are those of its weeks', () => {
    const pattern = { name: 'A', weeks: ['2026-11-02', MONDAY] };
    expect(idsOn([aRow(1, { pattern })], MONDAY)).toEqual([1]);
    expect(idsOn([aRow(1, { pattern })], '2026-11-09')).toEqual([]);
    expect(idsOn([aRow(1, { pattern, weekday: 5 })], '2026-11-20')).toEqual([1]);
    expect(idsOn([aRow(1, { pattern, weekday: 5 })], '2026-11-13')).toEqual([]);
  });

  it('are none of the weekly ones on a free day', () => {
    expect(idsOn([aRow(1)], MONDAY, [MONDAY])).toEqual([]);
    expect(idsOn([aRow(1)], '2026-11-23', [MONDAY])).toEqual([1]);
  });

  it('include those that name the date, after the weekly ones and whatever their weekday', () => {
    const dates = [MONDAY, '2026-11-18'];
    const rows = [aRow(1, { dates, weekday: null }), aRow(2), aRow(3, { dates, weekday: null })];
    expect(idsOn(rows, MONDAY)).toEqual([2, 1, 3]);
    expect(idsOn(rows, '2026-11-18')).toEqual([1, 3]);
    // Their dates are all of them.
    expect(idsOn([aRow(1, { dates: ['2026-11-18'] })], MONDAY)).toEqual([]);
  });

  it('never include one without a place', () => {
    const nowhere = { hour: null, time_begins_at: null, time_ends_at: null };
    expect(idsOn([aRow(1, nowhere), aRow(2, { ...nowhere, dates: [MONDAY] })], MONDAY)).toEqual([]);
  });

  it('are the same list when asked again', () => {
    const lessonsOn = createLessonCalendar([aRow(1)], new Set());
    expect(lessonsOn(MONDAY)).toBe(lessonsOn(MONDAY));
  });
});
