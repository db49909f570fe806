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
  it('order two dates; equal passes only the two "same" rules [P-5.02] [P-5.03]', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        expect([isSameOrAfter(a, b), isAfter(a, b)]).toEqual([a >= b, a > b]);
        expect([isSameOrBefore(a, b), isBefore(a, b)]).toEqual([a <= b, a < b]);
        expect(comparisons.map((holds) => holds(a, a))).toEqual([true, false, true, false]);
        expect(isAfter(new Date(a), new Date(b))).toBe(a > b);
      }),
    );
  });

  it('pass when the compared date is empty or invalid [P-5.04]', () => {
    for (const holds of comparisons) {
      for (const other of ['', null, undefined, 'tomorrow', '2026-02-30', new Date('x')])
        expect(holds('2026-01-01', other)).toBe(true);
      expect(holds('', '2026-01-01')).toBe(true);
      expect(holds('nonsense', '2026-01-01')).toBe(false);
      expect(holds(20260101 as never, '2026-01-01')).toBe(false);
    }
  });

  it('compare instants by their time', () => {
    const [earlier, later] = ['2026-11-18T09:00:00Z', '2026-11-18T09:30:00Z'];
    expect([isAfter(later, earlier), isAfter(earlier, later), isBefore(earlier, later)]).toEqual([true, false, true]);
    expect(isSameOrAfter('2026-11-18', earlier)).toBe(false);
    expect(isAfter('2026-11-18T99:00:00Z', earlier)).toBe(false);
    expect(isBefore('2026-02-30T09:00:00Z', later)).toBe(false);
  });

  it('isInSameYear passes when the years differ, as the requirement states it [P-5.05]', () => {
    expect(isInSameYear('2025-12-31', '2026-01-01')).toBe(true);
    expect(isInSameYear('2026-01-01', '2026-12-31')).toBe(false);
    for (const [value, other] of [
      ['', '2026-01-01'],
      ['2026-01-01', null],
      [undefined, undefined],
    ] as const)
      expect(isInSameYear(value, other)).toBe(true);
  });
});

describe('time comparisons', () => {
  it('compare wall times strictly [P-5.06]', () => {
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

describe('time comparisons of anything but two times', () => {
  it.each([
    ['8:00', '09:00'],
    ['', '09:00'],
    ['07:00', '8'],
    ['07:00', null],
    [['07:00'], '09:00'],
    [null, undefined],
  ])('fail both ways: %j and %j', (value, other) => {
    expect([isTimeAfter(value, other), isTimeBefore(value, other)]).toEqual([false, false]);
    expect([isTimeAfter(other, value), isTimeBefore(other, value)]).toEqual([false, false]);
  });
});

describe('date_format', () => {
  it('passes an empty value', () => {
    for (const value of ['', ' ', null, undefined]) expect(date_format(value, 'YYYY-MM-DD')).toBe(true);
  });

  it('takes every other character as it is', () => {
    expect(date_format('18.11.2026', 'DD.MM.YYYY')).toBe(true);
    expect(date_format('18x11x2026', 'DD.MM.YYYY')).toBe(false);
    for (const between of '.*+?^$()|{}[]\\/- T_')
      expect(date_format(`18${between}11`, `DD${between}MM`), between).toBe(true);
    expect(date_format('(am 18)', '(am DD)')).toBe(true);
  });

  it('reads times to the second', () => {
    expect(date_format('2026-11-18 23:59:59', 'YYYY-MM-DD HH:mm:ss')).toBe(true);
    expect(date_format('00:00:00', 'HH:mm:ss')).toBe(true);
    expect(date_format('23:59:60', 'HH:mm:ss')).toBe(false);
    expect([
      date_format('59', 'mm'),
      date_format('60', 'mm'),
      date_format('23', 'HH'),
      date_format('24', 'HH'),
    ]).toEqual([true, false, true, false]);
  });

  it('knows the days of each month where the year is not given', () => {
    expect([date_format('29.02.', 'DD.MM.'), date_format('30.02.', 'DD.MM.'), date_format('31', 'DD')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([date_format('12', 'MM'), date_format('13', 'MM'), date_format('0000', 'YYYY')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('passes existing dates written exactly so [P-5.11]', () => {
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
