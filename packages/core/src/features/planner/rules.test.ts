import { expect, it } from 'vitest';
import { bookletProblems } from './booklet-schema.ts';
import { chooseVersion, isOldYear, publishProblem, suggestedYearName, suggestPublishDay } from './rules.ts';

const year = { begins_at: '2026-08-01', ends_at: '2027-07-15' };

it('a school year is old later than three weeks before its end, not at that moment [T-4.05] [T-9.28]', () => {
  expect(isOldYear(year, '2027-06-24')).toBe(false);
  expect(isOldYear(year, '2027-06-25')).toBe(true);
});

it('one plans for the running school year until 20 June, from 21 June on for the next one [T-5.38] [T-5.39] [T-9.27]', () => {
  expect(suggestedYearName('2027-06-20')).toBe('2026 / 2027');
  expect(suggestedYearName('2027-06-21')).toBe('2027 / 2028');
});

it('the version of the suggested year is chosen, else of the latest by name; of several the newest [T-4.03] [T-4.04]', () => {
  const versions = [
    { name: '2025 / 2026', number: 1 },
    { name: '2026 / 2027', number: 1 },
    { name: '2026 / 2027', number: 2 },
    { name: '2027 / 2028', number: 1 },
  ];
  expect(chooseVersion(versions, '2026-11-18')).toEqual({ name: '2026 / 2027', number: 2 });
  expect(chooseVersion(versions, '2040-01-01')).toEqual({ name: '2027 / 2028', number: 1 });
  expect(chooseVersion([], '2026-11-18')).toBeNull();
});

it('a booklet is of a week that has a day in a school year, whatever day of it is named', () => {
  const wednesdayOn = [{ begins_at: '2026-11-18', ends_at: '2026-12-01' }];
  const wish = { version_uuid: null, kinds: ['grades' as const], has_changes: true };
  const problems = (week: string) => bookletProblems({ ...wish, week }, wednesdayOn);
  for (const day of ['2026-11-16', '2026-11-18', '2026-11-22', '2026-12-01', '2026-12-06'])
    expect(problems(day), day).toEqual([]);
  for (const day of ['2026-11-15', '2026-12-07'])
    expect(problems(day), day).toEqual([{ field: 'week', rule: 'bookletYear' }]);
  const draft = { ...wish, version_uuid: '00000000-0000-4000-8000-000000000001', week: '2026-11-18' };
  expect(bookletProblems(draft, wednesdayOn)).toEqual([{ field: 'has_changes', rule: 'bookletChanges' }]);
  expect(bookletProblems({ ...draft, has_changes: false }, wednesdayOn)).toEqual([]);
});

it('a version is published from today on at the earliest, and within its school year', () => {
  expect(publishProblem('', year, '2026-11-18')).toBe('fromRequired');
  expect(publishProblem('2026-11-17', year, '2026-11-18')).toBe('fromPast');
  expect(publishProblem('2026-11-18', year, '2026-11-18')).toBeNull();
  expect(publishProblem('2027-07-15', year, '2026-11-18')).toBeNull();
  expect(publishProblem('2027-07-16', year, '2026-11-18')).toBe('fromAfterYear');
});

it('the next Monday is suggested, or the first day of a year that has not begun', () => {
  expect(suggestPublishDay(year, '2026-11-18')).toBe('2026-11-23');
  expect(suggestPublishDay(year, '2026-11-22')).toBe('2026-11-23');
  expect(suggestPublishDay(year, '2026-11-23')).toBe('2026-11-30');
  expect(suggestPublishDay(year, '2026-05-01')).toBe('2026-08-01');
  expect(suggestPublishDay(year, '2026-08-01')).toBe('2026-08-03');
});
