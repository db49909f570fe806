import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween, isDate, weekdayOf } from '../../kernel/calendar/dates.ts';
import { chunkOf, chunkRange, fetchRanges } from './fetch-range.ts';
import { toOccurrence } from './occurrence.ts';
import { datesOf, isMeant, nextStart, normaliseQuery, toggleDay, toSearch } from './query.ts';
import { aLesson } from './timetable.fixtures.ts';

const today = '2026-11-18';
const read = (search: string, more = {}) => normaliseQuery(new URLSearchParams(search), { today, ...more });

describe('query of a timetable address', () => {
  it('keeps what is valid [T-2.18] [T-2.19] [T-2.20]', () => {
    const query = read(
      'viewType=day&daysToShow=3&startDate=2026-12-01&showBackButton=1&lessonId=a-1&week=49&weekday=2',
    );
    expect(query).toMatchObject({ viewType: 'day', daysToShow: 3, startDate: '2026-12-01', showBackButton: true });
    expect(query).toMatchObject({ lessonId: 'a-1', week: 49, weekday: 2, time_begins_at: null });
    expect(read(new URLSearchParams(toSearch(query)).toString())).toEqual(query);
  });

  it('replaces a wrong view, wrong days and a wrong start [T-4.45] [T-4.46] [T-4.47] [T-5.31] [T-5.33]', () => {
    for (const days of ['0', '-1', '8', '2.5', 'x', '']) expect(read(`daysToShow=${days}`).daysToShow).toBe(5);
    for (const start of ['2026-02-30', '18.11.2026', '2026-1-1', '']) {
      expect(read(`startDate=${start}`).startDate).toBe('2026-11-16');
    }
    expect(read('viewType=year', { viewType: 'month' }).viewType).toBe('week');
  });

  it('gives a month the maximum of days and a screen reader the day [T-4.48] [T-4.49] [T-5.32] [T-9.01]', () => {
    expect(read('viewType=month&daysToShow=3').daysToShow).toBe(7);
    expect(read('viewType=month', { hasScreenReader: true }).viewType).toBe('day');
    expect(read('').daysToShow).toBe(5);
  });

  it('always answers a usable query whatever the address says [T-4.45] [T-4.46] [T-4.47]', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (viewType, daysToShow, startDate) => {
        const query = normaliseQuery(new URLSearchParams({ viewType, daysToShow, startDate }), { today });
        expect(isDate(query.startDate)).toBe(true);
        expect(datesOf(query).length).toBeGreaterThan(0);
      }),
    );
  });

  it('hides the back button for 0 and false only [T-2.21]', () => {
    expect(['0', 'false', '1', 'yes'].map((value) => read(`showBackButton=${value}`).showBackButton)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(read('').showBackButton).toBe(false);
  });

  it('finds the lesson that it means by internal id, else by week, weekday and times [T-2.22]', () => {
    const occurrence = toOccurrence(aLesson({ lesson_id: 7, time_begins_at: '08:00', time_ends_at: '08:45' }), today);
    expect(isMeant(occurrence, read('lessonInternalId=7'))).toBe(true);
    expect(isMeant(occurrence, read('week=47&weekday=3&time_begins_at=08:00&time_ends_at=08:45'))).toBe(true);
    expect(isMeant(occurrence, read('week=48&weekday=3&time_begins_at=08:00'))).toBe(false);
    expect(isMeant(occurrence, read(''))).toBe(false);
  });

  it('turns by exactly one page and back again [T-2.29] [T-9.03]', () => {
    const week = { viewType: 'week', daysToShow: 5, startDate: '2026-11-18' } as const;
    expect(datesOf(week)).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']);
    expect(nextStart(week, 1)).toBe('2026-11-23');
    expect(nextStart({ ...week, daysToShow: 3 }, -1)).toBe('2026-11-15');
    expect(nextStart({ ...week, viewType: 'day' }, 1)).toBe('2026-11-19');
    expect(nextStart({ ...week, viewType: 'month' }, -1)).toBe('2026-10-01');
    expect(toggleDay(week, '2026-11-19')).toEqual({ viewType: 'day', startDate: '2026-11-19' });
    expect(toggleDay({ viewType: 'day' }, '2026-11-19')).toEqual({ viewType: 'week', startDate: '2026-11-16' });
  });
});

describe('fetched ranges', () => {
  it('reach from three weeks before to three weeks after the current week [T-9.05]', () => {
    expect(chunkRange(0, today)).toEqual({ begins_at: '2026-10-26', ends_at: '2026-12-13' });
  });

  it('are six weeks from the first ISO week of a month [T-9.06]', () => {
    const ranges = fetchRanges({ viewType: 'month', startDate: '2026-11-18' }, [], today);
    expect(ranges).toEqual([{ begins_at: '2026-10-26', ends_at: '2026-12-06' }]);
    expect(daysBetween(ranges[0]!.begins_at, ranges[0]!.ends_at)).toBe(6 * 7 - 1);
  });

  it('grow by whole chunks without gap or overlap, in both directions [T-9.07]', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), (offset) => {
        const date = new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10);
        const chunk = chunkRange(chunkOf(date, today), today);
        expect(chunk.begins_at <= date && date <= chunk.ends_at).toBe(true);
        expect(weekdayOf(chunk.begins_at)).toBe(1);
        expect(chunkOf(chunk.ends_at, today)).toBe(chunkOf(date, today));
      }),
    );
    const across = datesOf({ viewType: 'week', daysToShow: 4, startDate: '2026-12-12' });
    expect(fetchRanges({ viewType: 'week', startDate: '2026-12-12' }, across, today)).toEqual([
      chunkRange(0, today),
      chunkRange(1, today),
    ]);
  });
});
