import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  date_format,
  isAfter,
  isBefore,
  isInSameYear,
  isSameOrAfter,
  isSameOrBefore,
  isTimeAfter,
  isTimeBefore,
} from './dates.ts';

const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((value) => value.toISOString().slice(0, 10));
const comparisons = [isSameOrAfter, isAfter, isSameOrBefore, isBefore];

describe('date comparisons', () => {
  it('order two dates; equal passes only the two "same" rules', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        expect([isSameOrAfter(a, b), isAfter(a, b)]).toEqual([a >= b, a > b]);
        expect([isSameOrBefore(a, b), isBefore(a, b)]).toEqual([a <= b, a < b]);
        expect(comparisons.map((holds) => holds(a, a))).toEqual([true, false, true, false]);
        expect(isAfter(new Date(a), new Date(b))).toBe(a > b);
      }),
    );
  });

  it('pass when the compared date is empty or invalid', () => {
    for (const holds of comparisons) {
      for (const other of ['', null, undefined, 'tomorrow', '2026-02-30', new Date('x')])
        expect(holds('2026-01-01', other)).toBe(true);
      expect(holds('', '2026-01-01')).toBe(true);
      expect(holds('nonsense', '2026-01-01')).toBe(false);
    }
  });

  it('isInSameYear passes when the years differ, as the requirement states it', () => {
    expect(isInSameYear('2025-12-31', '2026-01-01')).toBe(true);
    expect(isInSameYear('2026-01-01', '2026-12-31')).toBe(false);
  });
});

describe('time comparisons', () => {
  it('compare wall times strictly', () => {
    expect([isTimeAfter('08:00', '07:59'), isTimeAfter('08:00', '08:00'), isTimeAfter('07:59', '08:00')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isTimeBefore('07:59', '08:00'), isTimeBefore('08:00', '08:00'), isTimeBefore('08:00', '07:59')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isTimeAfter('24:00', '08:00'), isTimeBefore('8:00', '09:00'), isTimeAfter('08:00', '')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('date_format', () => {
  it('passes existing dates written exactly so', () => {
    fc.assert(
      fc.property(day, (value) => {
        const [year, month, date] = value.split('-') as [string, string, string];
        expect(date_format(value, 'YYYY-MM-DD')).toBe(true);
        expect(date_format(`${date}.${month}.${year}`, 'DD.MM.YYYY')).toBe(true);
        expect(date_format(value, 'DD.MM.YYYY')).toBe(false);
      }),
    );
    expect(date_format('2028-02-29', 'YYYY-MM-DD')).toBe(true);
    expect(date_format('23:59', 'HH:mm')).toBe(true);
    for (const value of [
      '2026-02-29',
      '2100-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '2026-1-1',
      ' 2026-01-01',
      '2026-01-01x',
      '2026/01/01',
    ])
      expect(date_format(value, 'YYYY-MM-DD'), value).toBe(false);
    for (const value of ['24:00', '23:60', '8:00']) expect(date_format(value, 'HH:mm'), value).toBe(false);
  });
});
