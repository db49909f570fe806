import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isDate, mondayOf, toDate, toDay, toLocal, weekdayOf } from './dates.ts';

describe('calendar dates', () => {
  it('begin the week on Monday [T-9.03]', () => {
    expect(mondayOf('2026-11-21')).toBe('2026-11-16');
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
    expect(weekdayOf('2026-11-22')).toBe(7);
  });

  it('are the same after a round trip and advance one weekday a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 40_000 }), (day) => {
        const date = toDate(day);
        expect(toDay(date)).toBe(day);
        expect(date).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
        expect(weekdayOf(addDays(date, 1))).toBe((weekdayOf(date) % 7) + 1);
      }),
    );
  });

  it('are refused when the day does not exist', () => {
    expect(isDate('2026-02-28')).toBe(true);
    expect(isDate('2026-02-29')).toBe(false);
    expect(isDate('2026-2-3')).toBe(false);
  });

  it('follow the zone of the school, also when clocks change', () => {
    expect(toLocal(new Date('2026-03-29T00:59:00Z'), 'Europe/Berlin')).toEqual({ date: '2026-03-29', time: '01:59' });
    expect(toLocal(new Date('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toEqual({ date: '2026-03-29', time: '03:00' });
    expect(toLocal(new Date('2026-11-20T23:30:00Z'), 'Europe/Berlin')).toEqual({ date: '2026-11-21', time: '00:30' });
  });
});
