import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween, isDate, weekdayOf } from '../../kernel/calendar/dates.ts';
import { chunkOf, chunkRange, fetchRanges, lessonsWindow } from './fetch-range.ts';
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

  it('hold 11520 minutes on each side of the start of a week [T-9.08]', () => {
    const { begins_at, ends_at } = lessonsWindow('2026-11-18');
    const minutes = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;
    expect([minutes(begins_at, '2026-11-16'), minutes('2026-11-16', ends_at) + 24 * 60]).toEqual([11_520, 11_520]);
    expect(lessonsWindow('2026-11-16')).toEqual(lessonsWindow('2026-11-22'));
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

describe('the parts of a timetable address', () => {
  it('are kept up to their limits and dropped beyond [T-2.18] [T-4.47]', () => {
    expect(['1', '7'].map((days) => read(`daysToShow=${days}`).daysToShow)).toEqual([1, 7]);
    expect(['1', '53', '0', '54', '1.5'].map((week) => read(`week=${week}`).week)).toEqual([1, 53, null, null, null]);
    expect(['1', '7', '0', '8'].map((day) => read(`weekday=${day}`).weekday)).toEqual([1, 7, null, null]);
    expect(['1', '0', 'x'].map((id) => read(`lessonInternalId=${id}`).lessonInternalId)).toEqual([1, null, null]);
    expect(read('').week).toBeNull();
    const times = read('time_begins_at=08:00&time_ends_at=24:00');
    expect([times.time_begins_at, times.time_ends_at, read('').time_ends_at]).toEqual(['08:00', null, null]);
    expect(read('time_ends_at=08:45').time_ends_at).toBe('08:45');
    expect([read('lessonId=').lessonId, read('lessonId=a').lessonId]).toEqual([null, 'a']);
  });

  it('begin today for a day without a date, else on Monday [T-4.46]', () => {
    expect(read('viewType=day').startDate).toBe(today);
    expect(read('viewType=day&startDate=x').startDate).toBe('2026-11-16');
    expect(read('viewType=week').startDate).toBe('2026-11-16');
    expect(read('').viewType).toBe('week');
    expect(read('', { viewType: 'month' }).viewType).toBe('month');
    expect(read('', { days_to_show: 6 }).daysToShow).toBe(6);
  });

  it('are written only where they say something', () => {
    const plain = { viewType: 'week', daysToShow: '5', startDate: '2026-11-16' };
    expect(toSearch(read(''))).toEqual(plain);
    for (const back of ['0', 'false']) expect(read(`showBackButton=${back}`).showBackButton).toBe(false);
    expect(toSearch(read('showBackButton='))).toEqual({ ...plain, showBackButton: '1' });
    const rest = { lessonId: 'a', lessonInternalId: '4', week: '47', weekday: '3' };
    const times = { time_begins_at: '08:00', time_ends_at: '08:45' };
    expect(toSearch(read(new URLSearchParams({ ...rest, ...times }).toString()))).toEqual({
      ...plain,
      ...rest,
      ...times,
    });
  });
});

describe('an occurrence that an address points at', () => {
  const occurrence = toOccurrence(aLesson({ lesson_id: 4 }), '2026-11-18');
  const meant = (search: string) => isMeant(occurrence, read(search));

  it('has its internal id, whatever else the address says [T-2.22]', () => {
    expect([meant('lessonInternalId=4&weekday=1'), meant('lessonInternalId=5&weekday=3&time_begins_at=08:00')]).toEqual(
      [true, false],
    );
  });

  it('has its weekday and begin, and its week and end where these are given [T-2.22]', () => {
    const slot = 'weekday=3&time_begins_at=08:00';
    expect([meant(slot), meant(`${slot}&week=47`), meant(`${slot}&time_ends_at=08:45`)]).toEqual([true, true, true]);
    expect([meant(`${slot}&week=48`), meant(`${slot}&time_ends_at=09:00`)]).toEqual([false, false]);
    expect([meant('weekday=2&time_begins_at=08:00'), meant('weekday=3&time_begins_at=09:00')]).toEqual([false, false]);
    expect([meant('weekday=3'), meant('time_begins_at=08:00'), meant('week=47')]).toEqual([false, false, false]);
  });
});

describe('the dates of a page', () => {
  it('are one day, a week, a few days or a month [T-2.29]', () => {
    const page = { daysToShow: 5, startDate: '2026-11-18' };
    expect(datesOf({ ...page, viewType: 'day' })).toEqual(['2026-11-18']);
    expect(datesOf({ ...page, viewType: 'week' }).at(0)).toBe('2026-11-16');
    expect(datesOf({ ...page, viewType: 'week', daysToShow: 3 })).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
    expect(datesOf({ ...page, viewType: 'month', daysToShow: 7 }).at(0)).toBe('2026-11-01');
    expect(nextStart({ ...page, viewType: 'week', daysToShow: 3 }, -1)).toBe('2026-11-15');
    expect(nextStart({ ...page, viewType: 'week' }, -1)).toBe('2026-11-09');
    expect(nextStart({ ...page, viewType: 'day' }, 1)).toBe('2026-11-19');
  });
});

describe('an address without a date', () => {
  it('opens with the given day or its week, and one with a wrong date with the current week [T-4.47]', () => {
    const opening = '2026-11-23';
    expect(read('', { opening }).startDate).toBe('2026-11-23');
    expect(read('viewType=day', { opening: '2026-11-25' }).startDate).toBe('2026-11-25');
    expect(read('', { opening: '2026-11-25' }).startDate).toBe('2026-11-23');
    expect(read('startDate=2026-02-30', { opening }).startDate).toBe('2026-11-16');
    expect(read('startDate=', { opening }).startDate).toBe('2026-11-16');
  });
});
