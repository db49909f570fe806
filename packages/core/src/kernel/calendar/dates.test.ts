import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  datesBetween,
  datesFrom,
  daysBetween,
  isDate,
  isoWeekOf,
  mondayOf,
  monthStartOf,
  toDate,
  toDay,
  weekdayOf,
} from './dates.ts';

/** Dates from 1600 to 2400: two whole cycles of leap years. */
const anyDate = fc.integer({ min: toDay('1600-01-01'), max: toDay('2399-12-31') }).map(toDate);
const plain = (date: string) => Temporal.PlainDate.from(date);

describe('calendar dates', () => {
  it('begin the week on Monday [T-9.03]', () => {
    expect(mondayOf('2026-11-21')).toBe('2026-11-16');
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
    expect(weekdayOf('2026-11-22')).toBe(7);
    fc.assert(
      fc.property(anyDate, (date) => {
        const monday = mondayOf(date);
        expect(weekdayOf(monday)).toBe(1);
        expect(addDays(monday, weekdayOf(date) - 1)).toBe(date);
      }),
    );
  });

  it('advance by days and months and count them as the reference does', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -20_000, max: 20_000 }), (date, days) => {
        const later = plain(date).add({ days }).toString();
        expect(addDays(date, days)).toBe(later);
        expect(daysBetween(date, later)).toBe(days);
        expect(toDate(toDay(date))).toBe(date);
        expect(weekdayOf(date)).toBe(plain(date).dayOfWeek);
        const month = plain(date).with({ day: 1 });
        expect(monthStartOf(date)).toBe(month.toString());
        expect(addMonths(date, days % 400)).toBe(month.add({ months: days % 400 }).toString());
      }),
    );
  });

  it('know the leap years', () => {
    expect(['2024-02-28', '2026-02-28', '2000-02-28', '1900-02-28'].map((date) => addDays(date, 1))).toEqual([
      '2024-02-29',
      '2026-03-01',
      '2000-02-29',
      '1900-03-01',
    ]);
    expect(daysBetween('2024-01-01', '2025-01-01')).toBe(366);
  });

  it('are numbered by ISO week, also around New Year [T-3.35]', () => {
    const ends = ['2020-12-31', '2021-01-03', '2021-01-04', '2024-12-29', '2024-12-30', '2026-12-31', '2027-01-03'];
    expect(ends.map(isoWeekOf)).toEqual([53, 53, 1, 52, 1, 53, 53]);
    const aroundNewYear = fc
      .tuple(fc.integer({ min: 1600, max: 2399 }), fc.integer({ min: -10, max: 10 }))
      .map(([year, days]) => addDays(`${year}-01-01`, days));
    fc.assert(
      fc.property(fc.oneof(anyDate, aroundNewYear), (date) => {
        expect(isoWeekOf(date)).toBe(plain(date).weekOfYear);
      }),
    );
  });

  it('stand in rows without gaps, and in none when the range ends before it begins', () => {
    expect(datesFrom('2026-12-30', 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
    expect(datesBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(datesBetween('2026-11-21', '2026-11-21')).toEqual(['2026-11-21']);
    expect(datesBetween('2026-11-21', '2026-11-19')).toEqual([]);
  });

  it('are refused when the day does not exist', () => {
    expect(isDate('2026-02-28')).toBe(true);
    expect(
      ['2026-02-29', '1900-02-29', '2026-13-01', '2026-04-31', '2026-2-3', ' 2026-02-03', ''].filter(isDate),
    ).toEqual([]);
    expect(toDate(toDay('no date'))).toBe('');
  });
});
