import { expect, it } from 'vitest';
import { isSameForm, toForm, toRange, toSpan } from './absence-form.ts';

const ZONE = 'Europe/Berlin';
const known = { begins_at: '2026-11-18T07:00:30.000Z', ends_at: '2026-11-18T22:59:00.000Z', type_id: 'sick' };
const first = toForm(known, ZONE);

it('an absence is written in days and times of the school, without nulls in its texts', () => {
  expect(first).toEqual({
    from: '2026-11-18',
    fromTime: '08:00',
    until: '2026-11-18',
    untilTime: '23:59',
    type_id: 'sick',
    comment: '',
    excuse_note: '',
  });
  expect(isSameForm(first, { ...first })).toBe(true);
  expect(isSameForm(first, { ...first, excuse_note: 'x' })).toBe(false);
});

it('what stays keeps its seconds, what changes is an instant, and a time that is none is the end of the day [T-5.19]', () => {
  expect(toSpan(first, first, known, ZONE)).toEqual({ begins_at: known.begins_at, ends_at: known.ends_at });
  const changed = { ...first, fromTime: '08:01', until: '2026-11-19', untilTime: '' };
  expect(toSpan(changed, first, known, ZONE)).toEqual({
    begins_at: '2026-11-18T07:01:00.000Z',
    ends_at: '2026-11-19T22:59:00.000Z',
  });
});

it('nobody looks for others in a range that begins after its end [T-5.06]', () => {
  expect(toRange({ begins_at: '2026-11-18T10:00:00Z', ends_at: '2026-11-18T10:00:00Z' })).not.toBeNull();
  expect(toRange({ begins_at: '2026-11-18T10:00:01Z', ends_at: '2026-11-18T10:00:00Z' })).toBeNull();
});
