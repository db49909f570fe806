import { expect, it } from 'vitest';
import { filtersOf } from '../classbook/index.ts';
import { type AbsenceOrder, isCurrent, sortAbsences } from './filters.ts';
import { ABSENCE_OVERLAP_LIMIT } from './limits.ts';
import {
  ABSENCE_GROUPS,
  ABSENCE_STATUSES,
  entryStateOf,
  groupOf,
  type JudgedStatus,
  shortIdOf,
  statusOf,
} from './status.ts';
import { ABSENCE_CATEGORIES, ABSENCE_TYPE_STATES, STANDARD_CATEGORY, STANDARD_TYPE, STANDARD_TYPES } from './types.ts';

const NOW = new Date('2026-11-18T09:10:00.000Z');
const [EARLIER, LATER] = ['2026-11-18T07:00:00.000Z', '2026-11-18T08:00:00.000Z'];
const absence = (values: Partial<JudgedStatus> = {}): JudgedStatus => ({
  uuid: 'a1b2c3d4-0000-4000-8000-000000000000',
  begins_at: EARLIER,
  ends_at: '2026-11-18T22:59:00.000Z',
  type: { key: 'sick' },
  read_at: null,
  updated_at: EARLIER,
  deleted_at: null,
  last_contacted_at: null,
  meta: { has_active_parents: true },
  ...values,
});
const missing = { type: { key: 'missing' } };

it('the groups are these, and an absence is in the first that fits [T-3.66] [T-3.67]', () => {
  expect(ABSENCE_GROUPS).toEqual(['MISSING-OPEN', 'MISSING-CONTACTED', 'UNREAD', 'CURRENT', 'PAST']);
  expect(groupOf(absence({ ...missing, read_at: LATER }), NOW)).toBe('MISSING-OPEN');
  expect(groupOf(absence({ ...missing, last_contacted_at: LATER }), NOW)).toBe('MISSING-CONTACTED');
  expect(groupOf(absence({ last_contacted_at: LATER }), NOW)).toBe('UNREAD');
  expect(groupOf(absence({ read_at: LATER }), NOW)).toBe('CURRENT');
  expect(groupOf(absence({ read_at: LATER, ends_at: NOW.toISOString() }), NOW)).toBe('CURRENT');
  expect(groupOf(absence({ read_at: LATER, ends_at: LATER }), NOW)).toBe('PAST');
  expect(groupOf(absence({ ends_at: LATER }), NOW)).toBe('UNREAD');
});

it('what is deleted says so, whatever else holds [T-3.68] [T-4.09]', () => {
  expect(ABSENCE_STATUSES).toEqual(['DELETED', 'READ', 'UPDATED', 'CONTACTED', 'MISSING_PARENTS']);
  const everything = { last_contacted_at: LATER, read_at: EARLIER, updated_at: LATER };
  const meta = { has_active_parents: false };
  expect(statusOf(absence({ ...everything, meta, deleted_at: LATER }), true)).toBe('DELETED');
});

it('who was contacted without a parent to reach is a call to make, for everybody who sees it [T-4.10]', () => {
  const meta = { has_active_parents: false };
  expect(statusOf(absence({ meta, last_contacted_at: LATER, read_at: LATER }), true)).toBe('MISSING_PARENTS');
  expect(statusOf(absence({ meta, last_contacted_at: LATER }), false)).toBe('MISSING_PARENTS');
  expect(statusOf(absence({ meta, read_at: LATER }), true)).toBe('READ');
});

it('that parents were told is shown to those who may tell them [T-4.11]', () => {
  const told = absence({ last_contacted_at: LATER, read_at: LATER });
  expect(statusOf(told, true)).toBe('CONTACTED');
  expect(statusOf(told, false)).toBe('READ');
});

it('what changed after it was read is updated, what did not is read, and what is missing is never just read [T-4.12] [T-4.13]', () => {
  expect(statusOf(absence({ read_at: EARLIER, updated_at: LATER }), true)).toBe('UPDATED');
  expect(statusOf(absence({ ...missing, read_at: EARLIER, updated_at: LATER }), true)).toBe('UPDATED');
  expect(statusOf(absence({ read_at: LATER, updated_at: LATER }), true)).toBe('READ');
  expect(statusOf(absence({ ...missing, read_at: LATER }), true)).toBeNull();
});

it('an absence that nobody has read or told has no badge [T-4.14]', () => {
  expect(statusOf(absence(), true)).toBeNull();
  expect(statusOf(absence(missing), true)).toBeNull();
});

it('one without uuid is new, one with it saved, and one with deleted_at deleted', () => {
  expect(entryStateOf({})).toBe('new');
  expect(entryStateOf({ uuid: null, deleted_at: null })).toBe('new');
  expect(entryStateOf({ uuid: 'a', deleted_at: null })).toBe('saved');
  expect(entryStateOf({ uuid: 'a', deleted_at: LATER })).toBe('deleted');
});

it('people call an absence by five characters of its uuid', () => {
  expect(shortIdOf('a1b2c3d4-0000-4000-8000-000000000000')).toBe('a1b2c');
});

it('current is what ends today or later [T-3.69]', () => {
  const midnight = new Date('2026-11-17T23:00:00.000Z');
  expect(isCurrent({ ends_at: '2026-11-17T23:00:00.000Z' }, midnight)).toBe(true);
  expect(isCurrent({ ends_at: '2026-11-17T22:59:59.999Z' }, midnight)).toBe(false);
});

it('the newest comes first, or what is most urgent, and then the newest of it [T-3.70]', () => {
  const past = absence({ uuid: 'past', read_at: LATER, ends_at: EARLIER, begins_at: '2026-11-17T07:00:00.000Z' });
  const open = absence({ uuid: 'open', ...missing, begins_at: '2026-11-16T07:00:00.000Z' });
  const newer = absence({ uuid: 'newer', begins_at: '2026-11-18T08:00:00.000Z' });
  const older = absence({ uuid: 'older', begins_at: '2026-11-15T08:00:00.000Z' });
  const sorted = (order: AbsenceOrder) => sortAbsences([past, open, older, newer], order, NOW).map(({ uuid }) => uuid);
  expect(sorted('default')).toEqual(['newer', 'past', 'open', 'older']);
  expect(sorted('priority')).toEqual(['open', 'newer', 'older', 'past']);
  expect(sorted('-priority')).toEqual(['past', 'newer', 'older', 'open']);
  expect(sorted('begins')).toEqual(['older', 'open', 'past', 'newer']);
});

it('types are excused, unexcused or pending; the standard one is missing, in the standard category sick [T-3.60] [T-3.62] [T-3.63] [T-3.64]', () => {
  expect(ABSENCE_TYPE_STATES).toEqual(['EXCUSED', 'UNEXCUSED', 'PENDING']);
  expect([STANDARD_TYPE, STANDARD_CATEGORY]).toEqual(['missing', 'sick']);
  expect(STANDARD_TYPES.find(({ key }) => key === STANDARD_TYPE)).toMatchObject({
    category: STANDARD_CATEGORY,
    state: 'UNEXCUSED',
    audience: ['staff'],
  });
  const inUse = new Set(STANDARD_TYPES.map(({ category }) => category));
  expect(ABSENCE_CATEGORIES.every(({ key }) => inUse.has(key))).toBe(true);
  // What pupils choose for themselves excuses nobody.
  const ofPupils = STANDARD_TYPES.filter(({ audience }) => (audience as readonly string[]).includes('pupils'));
  expect(new Set(ofPupils.map(({ state }) => state))).toEqual(new Set(['PENDING']));
});

it('the list of absences alone is filtered by excused, unexcused and pending [T-4.27]', () => {
  expect(filtersOf('absences')).toEqual(['ALL', 'EXCUSED', 'UNEXCUSED', 'PENDING', 'CUSTOM']);
  for (const list of ['users', 'classes', 'notices', 'homework', 'statistics'] as const)
    expect(filtersOf(list)).not.toContain('PENDING');
});

it('the form asks for two that overlap [T-9.17]', () => {
  expect(ABSENCE_OVERLAP_LIMIT).toBe(2);
});
