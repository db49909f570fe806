import { describe, expect, it } from 'vitest';
import { toMinutes, toTime } from '../../kernel/calendar/times.ts';
import { endOfQuiet, type QuietRule } from './quiet.ts';

const NIGHT: QuietRule = { begins_at: '21:00', ends_at: '06:30', weekends: false, holidays: false };
const HOLIDAYS = new Set(['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28']);
/** When it is no longer quiet, from "2026-11-18 22:00"; null when it is not quiet. */
function endFrom(rule: Partial<QuietRule>, moment: string): string | null {
  const [date = '', time = ''] = moment.split(' ');
  const end = endOfQuiet({ ...NIGHT, ...rule }, { date, minutes: toMinutes(time) }, (day) => HOLIDAYS.has(day));
  return end && `${end.date} ${toTime(end.minutes)}`;
}

describe('quiet hours', () => {
  it('over midnight begin with their first minute and end with their last, on either side of midnight [D-6.03]', () => {
    expect(endFrom({}, '2026-11-18 20:59')).toBeNull();
    expect(endFrom({}, '2026-11-18 21:00')).toBe('2026-11-19 06:30');
    expect(endFrom({}, '2026-11-19 00:00')).toBe('2026-11-19 06:30');
    expect(endFrom({}, '2026-11-19 06:29')).toBe('2026-11-19 06:30');
    expect(endFrom({}, '2026-11-19 06:30')).toBeNull();
  });

  it('within a day end on that day [D-6.03]', () => {
    const noon = { begins_at: '12:00', ends_at: '14:00' };
    expect(endFrom(noon, '2026-11-18 11:59')).toBeNull();
    expect(endFrom(noon, '2026-11-18 12:00')).toBe('2026-11-18 14:00');
    expect(endFrom(noon, '2026-11-18 14:00')).toBeNull();
    expect(endFrom({ begins_at: null, ends_at: null }, '2026-11-18 23:00')).toBeNull();
  });

  it('of a weekend reach from Friday night to Monday morning in one piece [D-6.03]', () => {
    const rule = { weekends: true };
    expect(endFrom(rule, '2026-11-20 20:00')).toBeNull();
    expect(endFrom(rule, '2026-11-20 22:00')).toBe('2026-11-23 06:30');
    expect(endFrom(rule, '2026-11-22 12:00')).toBe('2026-11-23 06:30');
    expect(endFrom({ ...rule, begins_at: null, ends_at: null }, '2026-11-21 12:00')).toBe('2026-11-23 00:00');
    expect(endFrom({}, '2026-11-22 12:00')).toBeNull();
  });

  it('of holidays reach to the first school day, over the weekend in between [D-6.03]', () => {
    const rule = { weekends: true, holidays: true };
    expect(endFrom(rule, '2026-12-23 10:00')).toBe('2026-12-29 06:30');
    expect(endFrom({ holidays: false }, '2026-12-23 10:00')).toBeNull();
  });

  it('that never end are given up after a hundred days', () => {
    const always = endOfQuiet({ ...NIGHT, holidays: true }, { date: '2026-11-18', minutes: 0 }, () => true);
    expect(always?.date).toBe('2027-02-26');
  });
});
