import { describe, expect, it } from 'vitest';
import { datesOf, toFirstDay, toView, turn } from './days.ts';

describe('the days of the timetable element', () => {
  it('begin with the wished day, else today, else after the last school day the next Monday [D-2.01]', () => {
    expect(toFirstDay('2026-12-01', '2026-11-18', 5)).toBe('2026-12-01');
    expect(toFirstDay('2026-13-01', '2026-11-18', 5)).toBe('2026-11-18');
    expect(toFirstDay(null, '2026-11-21', 5)).toBe('2026-11-23');
    expect(toFirstDay(null, '2026-11-21', 6)).toBe('2026-11-21');
  });

  it('are one in the day view and a week from Monday in the others [D-2.01]', () => {
    expect(datesOf('day', '2026-11-18', 5)).toEqual(['2026-11-18']);
    expect(datesOf('list', '2026-11-18', 5)).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ]);
    expect(toView('month')).toBe('week');
  });

  it('turn by week, or by school day', () => {
    expect(turn('week', '2026-11-18', 1, 5)).toBe('2026-11-25');
    expect(turn('day', '2026-11-20', 1, 5)).toBe('2026-11-23');
    expect(turn('day', '2026-11-23', -1, 5)).toBe('2026-11-20');
  });
});
