import { describe, expect, it } from 'vitest';
import {
  isDuplicateYear,
  newYearProblems,
  schoolYearProblems,
  suggestSchoolYear,
  toYearName,
  yearAfter,
  yearChangeDays,
  yearReminderOf,
} from './rules.ts';

const YEAR = { name: '2026 / 2027', begins_at: '2026-08-01', ends_at: '2027-07-15' };
const rulesOf = (begins_at: string, ends_at: string, others = [YEAR]) =>
  schoolYearProblems({ begins_at, ends_at }, others).map(({ field, rule }) => `${field} ${rule}`);

describe('a school year', () => {
  it('needs both days, the last after the first [T-5.24] [T-5.25]', () => {
    expect(rulesOf('', '2028-02-30')).toEqual(['begins_at beginRequired', 'ends_at endRequired']);
    expect(rulesOf('2027-08-01', '2027-08-01')).toEqual(['ends_at endBeforeBegin']);
    expect(rulesOf('2027-08-01', '2027-07-31')).toEqual(['ends_at endBeforeBegin']);
    expect(rulesOf('2027-08-01', '2028-07-15')).toEqual([]);
  });

  it('lasts thirteen months at most', () => {
    expect(rulesOf('2027-08-01', '2028-08-31')).toEqual([]);
    expect(rulesOf('2027-08-01', '2028-09-01')).toEqual(['ends_at yearTooLong']);
  });

  it('shares no day with another one, and the field says which end does', () => {
    expect(rulesOf('2027-07-15', '2028-07-15')).toEqual(['begins_at overlaps']);
    expect(rulesOf('2025-09-01', '2026-08-01')).toEqual(['ends_at overlaps']);
    expect(rulesOf('2026-07-01', '2027-07-20')).toEqual(['ends_at overlaps']);
    expect(rulesOf('2027-07-16', '2028-07-15')).toEqual([]);
  });

  it('has the name of its two calendar years, once in a school [P-5.31] [T-5.27]', () => {
    expect(toYearName({ begins_at: '2027-08-01', ends_at: '2028-07-15' })).toBe('2027 / 2028');
    expect(rulesOf('2026-01-01', '2027-01-10', [{ ...YEAR, begins_at: '2027-02-01' }])).toEqual(['begins_at sameName']);
  });

  it('is suggested from 1 August to 15 July, the next one from 21 June on [P-5.32] [P-5.33] [P-9.22]', () => {
    const suggested = (today: string, others: (typeof YEAR)[] = []) => suggestSchoolYear(today, others).begins_at;
    expect(suggestSchoolYear('2026-06-20', [])).toEqual({ begins_at: '2025-08-01', ends_at: '2026-07-15' });
    expect(suggestSchoolYear('2026-06-21', [])).toEqual({ begins_at: '2026-08-01', ends_at: '2027-07-15' });
    expect(suggested('2027-01-10')).toBe('2026-08-01');
    expect(suggested('2027-01-10', [YEAR])).toBe('2027-08-01');
  });
});

describe('a new school year', () => {
  const suggested = { begins_at: '2027-08-01', ends_at: '2028-07-15' };
  const rulesOf = (begins_at: string, ends_at: string) =>
    newYearProblems({ begins_at, ends_at }, suggested).map(
      ({ field, params }) => `${field} ${params.first} ${params.last}`,
    );

  it('lies between 1 January of the suggested first year and 31 December of the suggested last one [T-5.26]', () => {
    expect(rulesOf('2027-01-01', '2028-12-31')).toEqual([]);
    expect(rulesOf('2026-12-31', '2027-12-31')).toEqual(['begins_at 2027 2028']);
    expect(rulesOf('2028-01-10', '2029-01-01')).toEqual(['ends_at 2027 2028']);
    expect(rulesOf('2029-01-01', '')).toEqual(['begins_at 2027 2028']);
  });

  it('doubles one that has its name, whatever its days are [T-8.03]', () => {
    expect(isDuplicateYear({ begins_at: '2026-12-01', ends_at: '2027-01-01' }, [YEAR])).toBe(true);
    expect(isDuplicateYear(suggested, [YEAR])).toBe(false);
  });
});

describe('the reminder of the school year', () => {
  const active = { id: 1, begins_at: '2026-08-01', ends_at: '2027-07-15' };
  const next = { id: 2, begins_at: '2027-08-01', ends_at: '2028-07-15' };
  const past = { id: 3, begins_at: '2025-08-01', ends_at: '2026-07-15' };

  it('comes when the active year is over, whether or not there is a next one [C-2.131]', () => {
    expect(yearReminderOf([active], 1, '2027-07-16')).toBe('ended');
    expect(yearReminderOf([past, active, next], 1, '2029-01-01')).toBe('ended');
    expect(yearReminderOf([active, next], 1, '2027-07-15')).toBe('ending');
  });

  it('comes in the last three weeks only if a later year exists [C-2.131]', () => {
    expect(yearReminderOf([active, next], 1, '2027-06-25')).toBe('ending');
    expect(yearReminderOf([active, next], 1, '2027-06-24')).toBeNull();
    expect(yearReminderOf([past, active], 1, '2027-07-15')).toBeNull();
  });

  it('says in the first three weeks of the next year that it has begun [T-9.30]', () => {
    expect(yearReminderOf([active, next], 1, '2027-07-31')).toBe('ended');
    expect(yearReminderOf([active, next], 1, '2027-08-01')).toBe('begun');
    expect(yearReminderOf([active, next], 1, '2027-08-21')).toBe('begun');
    expect(yearReminderOf([active, next], 1, '2027-08-22')).toBe('ended');
  });

  it('never comes without an active year', () => {
    expect(yearReminderOf([active, next], null, '2027-07-20')).toBeNull();
    expect(yearReminderOf([active, next], 9, '2027-07-20')).toBeNull();
    expect(yearReminderOf([], 1, '2027-07-20')).toBeNull();
  });
});

describe('the change of the school year', () => {
  const active = { id: 1, begins_at: '2026-08-01', ends_at: '2027-07-15' };
  const next = { id: 2, begins_at: '2027-08-01', ends_at: '2028-07-15' };

  it('leads to the first year after the active one', () => {
    const later = { id: 3, begins_at: '2028-08-01', ends_at: '2029-07-15' };
    expect(yearAfter([later, next, active], active)).toBe(next);
    expect(yearAfter([active], active)).toBeNull();
    expect(yearAfter([active, next], next)).toBeNull();
  });

  it('is open from ten weeks before the end to eight weeks after the start [T-9.29] [T-9.30]', () => {
    // 70 days from 7 May to 15 July, 56 from 1 August to 25 September.
    expect(yearChangeDays(active, next)).toEqual({ opens_on: '2027-05-07', closes_on: '2027-09-25' });
  });
});
