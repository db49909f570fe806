import { weekdayOf } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import {
  anchorOf,
  easterOf,
  holidaysOf,
  isSchoolDay,
  localDate,
  nextSchoolDay,
  schoolYearOf,
  weekIndex,
} from './calendar.ts';

describe('the school year of the demo', () => {
  it('runs from 1 August to 15 July', () => {
    expect(schoolYearOf('2026-08-01')).toEqual({ begins_at: '2026-08-01', ends_at: '2027-07-15' });
    expect(schoolYearOf('2027-07-15').begins_at).toBe('2026-08-01');
    expect(schoolYearOf('2027-07-16').begins_at).toBe('2027-08-01');
  });

  it('counts weeks A and B from its first Monday, through holidays', () => {
    const anchor = anchorOf(schoolYearOf('2026-11-18'));
    expect(anchor).toBe('2026-08-03');
    expect([weekIndex('2026-08-07', anchor), weekIndex('2026-08-10', anchor), weekIndex('2026-07-31', anchor)]).toEqual(
      [0, 1, 1],
    );
  });

  it('takes the date where the school is, not in UTC', () => {
    expect(localDate(new Date('2026-11-17T23:30:00Z'))).toBe('2026-11-18');
  });
});

describe('the free days of the demo', () => {
  it('know Easter', () => {
    expect([2025, 2026, 2027, 2030].map(easterOf)).toEqual(['2025-04-20', '2026-04-05', '2027-03-28', '2030-04-21']);
  });

  it('lie inside the year, do not run backwards, and leave at least 170 school days, for thirty years', () => {
    for (let first = 2024; first < 2054; first++) {
      const year = schoolYearOf(`${first}-09-01`);
      const holidays = holidaysOf(year);
      expect(
        holidays.every(
          (day) => year.begins_at <= day.begins_at && day.begins_at <= day.ends_at && day.ends_at <= year.ends_at,
        ),
      ).toBe(true);
      let days = 0;
      for (let day = nextSchoolDay(year.begins_at, year, holidays); day !== null; days++) {
        const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
        expect(weekdayOf(day)).toBeLessThanOrEqual(5);
        day = nextSchoolDay(next, year, holidays);
      }
      expect(days).toBeGreaterThan(170);
    }
  });

  it('make no school day of a weekend, a holiday or a day outside the year', () => {
    const year = schoolYearOf('2026-11-18');
    const holidays = holidaysOf(year);
    const open = (date: string) => isSchoolDay(date, year, holidays);
    expect(['2026-11-18', '2026-11-21', '2026-12-24', '2026-10-14', '2027-07-20'].map(open)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
