import { expect, it } from 'vitest';
import { deletionRulesOf } from '../schools/index.ts';
import { listMissingDetails } from '../users/index.ts';
import { deletionStateOf, reversionEnd, timeLeft } from './deletion.ts';

const END = '2026-11-25T09:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(END) + seconds * 1000);
const status = (submitted: string | null, approved: string | null, end: string | null) => ({
  deletion_request_submitted: submitted,
  deletion_request_approved: approved,
  deletion_reversion_window: end,
});
const AT = '2026-11-18T09:00:00.000Z';

it('a deletion that is submitted and not approved is in review; approved ones can be taken back until the window ends, not at its end [C-4.66] [P-4.20] [C-4.67] [P-4.21] [P-3.34]', () => {
  expect(deletionStateOf(status(null, null, null), at(0))).toBe('none');
  expect(deletionStateOf(status(AT, null, null), at(99))).toBe('review');
  const approved = status(AT, AT, END);
  expect([-1, 0, 1].map((seconds) => deletionStateOf(approved, at(seconds)))).toEqual(['approved', 'over', 'over']);
  expect(reversionEnd(new Date(AT), 7).toISOString()).toBe(END);
});

it('the countdown says hours from one on, then minutes, then less than a minute [C-4.68] [P-4.22]', () => {
  const said = (seconds: number) => Object.values(timeLeft(END, at(-seconds)));
  expect(said(7 * 86_400)).toEqual(['hours', 168]);
  expect(said(2 * 3600 - 1)).toEqual(['hours', 1]);
  expect(said(3600)).toEqual(['hours', 1]);
  expect(said(3599)).toEqual(['minutes', 59]);
  expect(said(60)).toEqual(['minutes', 1]);
  expect(said(59)).toEqual(['moment', 0]);
  expect(said(0)).toEqual(['moment', 0]);
});

it('a school takes requests and leaves seven days unless it has set otherwise [P-3.27]', () => {
  expect(deletionRulesOf({})).toEqual({ enabled: true, reversion_days: 7 });
  expect(deletionRulesOf(null)).toEqual({ enabled: true, reversion_days: 7 });
  const off = { 'users.deletion_request.enabled': false, 'users.deletion_request.reversion_days': 14 };
  expect(deletionRulesOf(off)).toEqual({ enabled: false, reversion_days: 14 });
  for (const text of ['0', 0, 'no'])
    expect(deletionRulesOf({ 'users.deletion_request.enabled': text }).enabled).toBe(false);
  expect(deletionRulesOf({ 'users.deletion_request.enabled': '1' }).enabled).toBe(true);
  for (const days of [0, 91, 'x', 1.5])
    expect(deletionRulesOf({ 'users.deletion_request.reversion_days': days }).reversion_days).toBe(7);
});

it('sex, first name and last name are missing where they are empty or blank [P-2.02] [P-5.25]', () => {
  expect(listMissingDetails({ sex: 'NONE', firstname: 'Ada', lastname: 'Beck' })).toEqual([]);
  expect(listMissingDetails({ sex: null, firstname: ' ', lastname: '' })).toEqual(['sex', 'firstname', 'lastname']);
  expect(listMissingDetails({ sex: null, firstname: 'Ada', lastname: 'Beck' })).toEqual(['sex']);
});
