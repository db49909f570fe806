import { expect, it } from 'vitest';
import { onboardingYearProblems } from '../structure/index.ts';
import { firstOpen, neighboursOf, ONBOARDING_PAGES, pageAt } from './pages.ts';
import { callProblems } from './rules.ts';
import { stepsOf } from './schema.ts';

it('while a school is set up its year begins last year or this one, and ends this year or the next [P-5.34] [P-5.35] [T-5.36] [T-5.37]', () => {
  const found = (begins_at: string, ends_at: string) =>
    onboardingYearProblems({ begins_at, ends_at }, '2026-11-29').map(({ field, rule }) => `${field} ${rule}`);
  for (const [begins_at, ends_at] of [
    ['2025-01-01', '2026-01-01'],
    ['2026-12-31', '2027-12-31'],
  ] as const)
    expect(found(begins_at, ends_at), begins_at).toEqual([]);
  expect(found('2024-12-31', '2025-12-31')).toEqual(['begins_at beginTooFar', 'ends_at endTooFar']);
  expect(found('2027-01-01', '2028-01-01')).toEqual(['begins_at beginTooFar', 'ends_at endTooFar']);
});

it('the way goes through three parts, and a page beside it leads back into it', () => {
  expect(ONBOARDING_PAGES.map(({ part }) => part)).toEqual([1, 2, 2, 2, 2, 3, 3, 3]);
  expect(neighboursOf('school-data/edit-school')).toEqual({ before: null, after: 'school-data/edit-school-billing' });
  expect(neighboursOf('web-interface/automatic-upload')).toEqual({ before: 'years', after: 'users/import' });
  expect(neighboursOf('users/generate')).toEqual({ before: 'users/import', after: null });
  expect([pageAt('users/import')?.step, pageAt('castle')]).toEqual(['people', undefined]);
  expect([firstOpen(['people', 'timetable']), firstOpen(['screens'])]).toEqual(['web-interface/upload', null]);
  expect([stepsOf('ONBOARDING').length, stepsOf('ACTIVE')[0]]).toEqual([7, 'year']);
});

it('a call is wished for by somebody who can be reached, on a working day that comes', () => {
  const call = { name: 'Ada', phone: '040 12345', email: 'a@b.example', date: '2026-12-01', time: '10:00' };
  const found = (part: Partial<typeof call>) =>
    callProblems({ ...call, ...part }, '2026-11-29').map(({ field, rule }) => `${field} ${rule}`);
  expect(found({})).toEqual([]);
  expect(found({ name: ' ', phone: 'x', email: 'x' })).toEqual([
    'name required',
    'phone phoneInvalid',
    'email emailInvalid',
  ]);
  expect(found({ date: '2026-11-29' })).toEqual(['date notAhead']);
  for (const date of ['2026-12-05', '2026-12-06']) expect(found({ date })).toEqual(['date weekend']);
  for (const edge of [
    { date: '2026-11-30', time: '08:00' },
    { date: '2027-01-28', time: '17:30' },
  ])
    expect(found(edge), edge.date).toEqual([]);
  expect(found({ date: '2027-01-29', time: '07:59' })).toEqual(['date tooFar', 'time hours']);
  expect(found({ date: '2027-03-01', time: '17:31' })).toEqual(['date tooFar', 'time hours']);
});
