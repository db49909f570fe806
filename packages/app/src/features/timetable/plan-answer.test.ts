import type { Timetable } from '@kreide/core/features/timetable';
import { describe, expect, it } from 'vitest';
import { joinPlans, type PlanAnswer, parseKept, toPlanAnswer } from './plan-answer.ts';

const plan = (begins_at: string, ends_at: string, more: Partial<Timetable> = {}): Timetable => ({
  entity: 'users',
  id: 5,
  displayname: 'Ada',
  begins_at,
  ends_at,
  time_zone: 'Europe/Berlin',
  days_to_show: 5,
  calendar_view: 'week',
  lessons: [],
  times: [],
  holidays: [],
  last_updated_at: null,
  ...more,
});

describe('a refreshed plan', () => {
  const known: PlanAnswer = { timetable: plan('2026-11-16', '2026-11-22'), etag: '"a"', checked_at: 1 };
  const other = { data: plan('2026-11-16', '2026-11-22', { displayname: 'Ada B.' }) };

  it('stays the same object while the ETag matches, and only its check is newer [T-7.04]', () => {
    const same = toPlanAnswer(known, { notModified: true, etag: '"a"' }, 9);
    expect(same).toEqual({ ...known, checked_at: 9 });
    expect(same.timetable).toBe(known.timetable);
    expect(toPlanAnswer(known, { notModified: false, answer: other, etag: '"a"' }, 9).timetable).toBe(known.timetable);
  });

  it('is replaced when the ETag differs [T-7.04]', () => {
    expect(toPlanAnswer(known, { notModified: false, answer: other, etag: '"b"' }, 9)).toEqual({
      timetable: other.data,
      etag: '"b"',
      checked_at: 9,
    });
  });

  it('is an error when the server says "as before" and nothing was there before', () => {
    expect(() => toPlanAnswer(undefined, { notModified: true, etag: null }, 9)).toThrow('unexpected_answer');
  });

  it('comes back from the device as it was, and not at all when something else lies there', () => {
    expect(parseKept(JSON.parse(JSON.stringify(known)))).toEqual(known);
    expect(parseKept({ timetable: { lessons: 'none' } })).toBeUndefined();
    expect(parseKept(undefined)).toBeUndefined();
  });
});

describe('plans of neighbouring ranges', () => {
  const holiday = { name: 'Herbst', shortcut: null, begins_at: '2026-11-20', ends_at: '2026-11-25' };

  it('become one once all have come, a holiday over the border told once [T-9.07]', () => {
    const first = plan('2026-11-16', '2026-11-22', { holidays: [holiday] });
    const second = plan('2026-11-23', '2026-11-29', { holidays: [holiday], displayname: 'Ada B.' });
    expect(joinPlans([first, undefined])).toBeNull();
    expect(joinPlans([])).toBeNull();
    expect(joinPlans([first])).toBe(first);
    expect(joinPlans([first, second])).toMatchObject({
      begins_at: '2026-11-16',
      ends_at: '2026-11-29',
      displayname: 'Ada B.',
      holidays: [holiday],
    });
  });
});
