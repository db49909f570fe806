import { expect, it } from 'vitest';
import { CHANNEL_TARGETS, CHANNEL_TYPES } from '../channels/index.ts';
import { directionOf, isOldYear, yearOfChannel } from './rules.ts';
import { moveChannel } from './schema.ts';

const FORMER = { id: 1, name: '2025 / 2026', begins_at: '2025-08-01', ends_at: '2026-07-15', is_active: false };
const ACTIVE = { id: 2, name: '2026 / 2027', begins_at: '2026-08-01', ends_at: '2027-07-15', is_active: true };
const YEARS = [FORMER, ACTIVE];

it('a school year is old later than three weeks before its end, and not on that day [C-9.27]', () => {
  expect(isOldYear(ACTIVE, '2027-06-24')).toBe(false);
  expect(isOldYear(ACTIVE, '2027-06-25')).toBe(true);
});

it('a channel takes its direction from its school year: that of its course, or the one in which it ended [C-4.78] [T-4.50]', () => {
  const day = '2026-09-01';
  const former = { season_id: 1, ended_on: '2026-08-01' };
  expect([yearOfChannel(former, YEARS)?.id, directionOf(former, YEARS, day)]).toEqual([1, 'old']);
  const course = { season_id: 2, ended_on: null };
  expect(directionOf(course, YEARS, day)).toBe('current');
  const grade = { season_id: null, ended_on: null };
  expect(directionOf(grade, YEARS, day)).toBe('current');
  expect(directionOf(grade, YEARS, '2027-07-01')).toBe('old');
  const ended = { season_id: null, ended_on: '2026-03-01' };
  expect([yearOfChannel(ended, YEARS)?.id, directionOf(ended, YEARS, day)]).toEqual([1, 'old']);
  // A class that was given up in the current year goes on nowhere.
  expect(directionOf({ season_id: null, ended_on: '2026-08-20' }, YEARS, day)).toBe('old');
});

it('a conversation is told by its type, and channels of courses and of their parents by their target [T-3.81]', () => {
  const meta = { displayname: '', shortcut: null, user_type: null, is_paused: false, is_movable: false };
  const base = { id: 1, group: 'courses', activity_at: '2026-09-01T00:00:00Z', users_count: 0, meta };
  const isTaken = (type: string, target: string | null) => moveChannel.safeParse({ ...base, type, target }).success;
  expect(isTaken('CHAT', null)).toBe(true);
  expect([isTaken('GENERATED', 'courses'), isTaken('GENERATED', 'course-parents')]).toEqual([true, true]);
  expect([isTaken('TALK', null), isTaken('GENERATED', 'somebody')]).toEqual([false, false]);
  expect([CHANNEL_TYPES.length, CHANNEL_TARGETS.length]).toEqual([4, 8]);
});
