import type { TimeRecord } from '@kreide/core/features/timetable-import';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePeriods, fillTimes, parseDate, parseTime } from './plan.ts';
import { toStableId } from './stable-id.ts';

describe('dates and times as files write them', () => {
  it('are read in every spelling', () => {
    for (const text of ['2026-09-07', '7.9.2026', '07.09.26', '20260907', ' 7. 9. 2026 ']) {
      expect(parseDate(text)).toBe('2026-09-07');
    }
    for (const text of ['7:05', '07:05', '7.05', '0705', '07:05:00', '7:05 Uhr']) expect(parseTime(text)).toBe('07:05');
  });

  it('are null when there is no such day or minute', () => {
    for (const text of ['', '31.02.2026', '2026-13-01', '0.1.2026', 'Mo', '20260931'])
      expect(parseDate(text)).toBeNull();
    for (const text of ['', '24:00', '7:60', '7', 'x', '12:5']) expect(parseTime(text)).toBeNull();
  });
});

describe('period times', () => {
  const lesson = (hour: string, begins_at: string): TimeRecord => ({
    hour,
    weekday: null,
    begins_at,
    ends_at: '23:00',
    type: 'LESSON',
  });

  it('of the file come first, the grid fills what is open', () => {
    const filled = fillTimes([lesson('1', '08:00')], [lesson('1', '09:00'), lesson('2', '10:00')]);
    expect(filled.map((time) => time.begins_at)).toEqual(['08:00', '10:00']);
    expect(fillTimes([], undefined)).toEqual([]);
    expect(['10', '9', '0'].sort(comparePeriods)).toEqual(['0', '9', '10']);
  });
});

describe('stable ids', () => {
  it('do not depend on the order of lists, are never long and tell different things apart', () => {
    const list = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 20 });
    fc.assert(
      fc.property(list, list, fc.string(), (a, b, subject) => {
        const id = toStableId(a, subject, b);
        expect(toStableId([...a].reverse(), subject, [...b].reverse())).toBe(id);
        expect(id.length).toBeLessThanOrEqual(100);
        expect(toStableId(a, `${subject}!`, b)).not.toBe(id);
      }),
    );
    expect(toStableId('a|b', 'c')).not.toBe(toStableId('a', 'b|c'));
    expect(toStableId(['a~b'])).not.toBe(toStableId(['a', 'b']));
    expect(toStableId(null)).not.toBe(toStableId(''));
  });
});
