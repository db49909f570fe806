import { describe, expect, it } from 'vitest';
import { drawnRange, isOnPage, pageBeside, pageDates, pageInView, pageRanges } from './page-steps.ts';

const TODAY = '2026-11-18';
const week = { viewType: 'week' as const, daysToShow: 5, startDate: '2026-11-16' };
const month = { viewType: 'month' as const, daysToShow: 7, startDate: '2026-11-18' };

describe('a page of a timetable', () => {
  it('lists the days of the month and draws those of its weeks', () => {
    expect(pageDates(month)).toHaveLength(30);
    expect(pageDates(month).at(-1)).toBe('2026-11-30');
    expect(drawnRange(month)).toEqual({ begins_at: '2026-10-26', ends_at: '2026-12-06' });
    expect(drawnRange(week)).toEqual({ begins_at: '2026-11-16', ends_at: '2026-11-20' });
  });

  it('fetches three weeks on both sides, and the chunk beyond when it goes there [T-9.05] [T-9.06] [T-9.07]', () => {
    const around = { begins_at: '2026-10-26', ends_at: '2026-12-13' };
    expect(pageRanges(week, TODAY)).toEqual([around]);
    expect(pageRanges({ ...week, startDate: '2026-12-07' }, TODAY)).toEqual([around]);
    expect(pageRanges({ ...week, startDate: '2026-12-14' }, TODAY)).toEqual([
      { begins_at: '2026-12-14', ends_at: '2027-01-31' },
    ]);
    expect(pageRanges({ ...week, daysToShow: 3, startDate: '2026-12-12' }, TODAY)).toHaveLength(2);
    expect(pageRanges(month, TODAY)).toEqual([{ begins_at: '2026-10-26', ends_at: '2026-12-06' }]);
  });

  it('has one neighbour on each side [T-2.29]', () => {
    expect(pageBeside(week, 1).startDate).toBe('2026-11-23');
    expect(pageBeside(week, -1).startDate).toBe('2026-11-09');
    expect(pageBeside(week, 0)).toBe(week);
    expect(pageBeside(month, 1).startDate).toBe('2026-12-01');
  });

  it('becomes another view of the same time, today where it was in sight [T-4.44]', () => {
    expect(isOnPage(week, TODAY)).toBe(true);
    expect(pageInView(week, 'day', TODAY, 5)).toEqual({ viewType: 'day', daysToShow: 5, startDate: TODAY });
    expect(pageInView({ ...week, startDate: '2026-11-23' }, 'day', TODAY, 5).startDate).toBe('2026-11-23');
    expect(pageInView(month, 'week', TODAY, 6)).toEqual({ viewType: 'week', daysToShow: 6, startDate: '2026-11-16' });
  });
});
