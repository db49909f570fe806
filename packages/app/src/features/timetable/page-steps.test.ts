import { toFormats } from '@kreide/core/features/timetable';
import type { Language, TranslateIn } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import {
  drawnRange,
  isOnPage,
  pageBeside,
  pageDates,
  pageInView,
  pageRanges,
  pageTitle,
  rangesAhead,
} from './page-steps.ts';

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

  it('fetches ahead what the lessons window around its week reaches, not only the pages beside it [T-9.08]', () => {
    const wednesday = { viewType: 'day' as const, daysToShow: 5, startDate: '2026-12-09' };
    expect(pageRanges(pageBeside(wednesday, 1), TODAY)).toHaveLength(1);
    expect(rangesAhead(wednesday, TODAY)).toContainEqual({ begins_at: '2026-12-14', ends_at: '2027-01-31' });
    const before = { ...wednesday, startDate: '2026-12-02' };
    expect(rangesAhead(before, TODAY)).not.toContainEqual({ begins_at: '2026-12-14', ends_at: '2027-01-31' });
    expect(rangesAhead(month, TODAY)).toHaveLength(2);
  });

  it('is headed by dates whose order and year are the language’s', () => {
    const t = ((key: string, { from, to }: Record<string, string> = {}) =>
      key === 'pageRange' ? `${from} – ${to}` : '') as unknown as TranslateIn<'timetable'>;
    const title = (language: Language, page: Parameters<typeof pageTitle>[0], isShort: boolean, today = TODAY) =>
      pageTitle(page, toFormats(t, language), t, isShort, today);
    const day = { ...week, viewType: 'day' as const, daysToShow: 1 };
    const next = '2027-01-01';
    expect([title('tr', day, false), title('tr', day, true)]).toEqual(['16 Kasım Pazartesi', '16/11 Pzt']);
    expect([title('tr', day, false, next), title('tr', day, true, next)]).toEqual([
      '16 Kasım 2026 Pazartesi',
      '16.11.2026 Pzt',
    ]);
    expect(title('de', day, true, next)).toBe('Mo., 16.11.2026');
    expect([title('tr', week, false, next), title('tr', week, true, next)]).toEqual([
      '16 Kasım – 20 Kasım 2026',
      '16.11.2026 – 20.11.2026',
    ]);
    expect(title('es', week, false, next)).toBe('16 de noviembre – 20 de noviembre de 2026');
    expect(title('de', week, false)).toBe('16. November – 20. November');
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
