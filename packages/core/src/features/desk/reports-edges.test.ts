import { expect, it } from 'vitest';
import { reportProblems } from './reports.ts';

const NOW = { date: '2026-11-18', time: '10:10' };
const problems = (
  [begins_at, ends_at]: [string, string],
  { from = null, until = null }: { from?: string | null; until?: string | null } = {},
) =>
  reportProblems(
    { begins_at, ends_at, begins_time_id: null, ends_time_id: null, absence_reason_id: null, comment: null },
    { begins_at: from, ends_at: until },
    NOW,
  ).map(({ field, rule }) => `${field} ${rule}`);

it('is reported from today on, 366 days ahead at most, and for 92 days at most', () => {
  expect(problems(['2026-11-17', '2026-11-30'])).toEqual(['begins_at isPast']);
  expect(problems(['2026-11-18', '2026-11-18'])).toEqual([]);
  expect(problems(['2027-11-19', '2027-11-19'])).toEqual([]);
  expect(problems(['2027-11-20', '2027-11-20'])).toEqual(['begins_at tooFar']);
  expect(problems(['2026-11-18', '2027-02-17'])).toEqual([]);
  expect(problems(['2026-11-18', '2027-02-18'])).toEqual(['ends_at tooLong']);
});

it('is over with its last period, to the minute, and not before its last day', () => {
  expect(problems(['2026-11-18', '2026-11-18'], { until: '10:10' })).toEqual(['ends_time_id isPast']);
  expect(problems(['2026-11-18', '2026-11-18'], { until: '10:11' })).toEqual([]);
  expect(problems(['2026-11-18', '2026-11-18'], { from: '08:00' })).toEqual([]);
  expect(problems(['2026-11-18', '2026-11-19'], { until: '08:45' })).toEqual([]);
});
