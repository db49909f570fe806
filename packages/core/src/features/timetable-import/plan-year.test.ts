import { expect, test } from 'vitest';
import { isOfSchoolYear, toDatedYear } from './plan-year.ts';

const counted = (dates: readonly string[]) =>
  new Map([...Map.groupBy(dates, (date) => date)].map(([date, all]) => [date, all.length] as const));

const YEAR = { begins_at: '2026-09-07', ends_at: '2027-07-16' };

test('dates of records give the range that a file speaks about, none give none [T-3.92]', () => {
  expect(toDatedYear(counted([]))).toBeNull();
  expect(toDatedYear(counted(['2026-11-02', '2026-10-30', '2026-10-30']))).toEqual({
    begins_at: '2026-10-30',
    ends_at: '2026-11-02',
    by: 'dates',
  });
});

test('a single mistyped year does not decide about the dates around it [T-3.92]', () => {
  const read = toDatedYear(counted(['2026-11-02', '2062-11-03', '2026-11-04', '2026-11-05', '2012-11-06']));
  expect(read).toEqual({ begins_at: '2026-11-02', ends_at: '2026-11-05', by: 'dates' });
});

test('the middle of a file decides its year: programs date the ends of a year differently [T-3.92]', () => {
  const stated = (begins_at: string, ends_at: string) => ({ begins_at, ends_at, by: 'stated' as const });
  expect(isOfSchoolYear(stated('2026-08-01', '2027-07-31'), YEAR)).toBe(true);
  expect(isOfSchoolYear(stated('2025-08-01', '2026-10-31'), YEAR)).toBe(false);
  expect(isOfSchoolYear(stated('2009-08-24', '2010-07-16'), YEAR)).toBe(false);
  expect(isOfSchoolYear({ begins_at: '2026-09-07', ends_at: '2026-09-07', by: 'dates' }, YEAR)).toBe(true);
});
