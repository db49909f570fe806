import { describe, expect, it } from 'vitest';
import { toYearDays } from './days.ts';

describe('the days of a new school year', () => {
  const days = (...wish: Parameters<typeof toYearDays>) => {
    const { days: one, other } = toYearDays(...wish);
    return `${one.begins_at} ${one.ends_at}${other === null ? '' : ` is ${other}`}`;
  };

  it('are the usual ones of the year that is named, or that the given day lies in, else of the next one', () => {
    expect(days({ named: '2030 / 2031' }, '2026-11-28', [])).toBe('2030-08-01 2031-07-15');
    expect(days({ named: '2030 / 2031', begin: '2030-08-12' }, '2026-11-28', [])).toBe('2030-08-12 2031-07-15');
    expect(days({ begin: '2030-08-12' }, '2026-11-28', [])).toBe('2030-08-12 2031-07-15');
    expect(days({ end: '2031-07-21' }, '2026-11-28', [])).toBe('2030-08-01 2031-07-21');
    expect(days({}, '2026-11-28', [])).toBe('2026-08-01 2027-07-15');
  });

  it('that are given are told apart from another year that is named', () => {
    const given = { begin: '2027-08-09', end: '2028-07-21' };
    expect(days({ ...given, named: '2027 / 2028' }, '2026-11-28', [])).toBe('2027-08-09 2028-07-21');
    expect(days({ ...given, named: '2030 / 2031' }, '2026-11-28', [])).toBe('2027-08-09 2028-07-21 is 2027 / 2028');
  });
});
