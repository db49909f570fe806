import { describe, expect, it } from 'vitest';
import { laterProblems, suggestLater } from './later.ts';

const ZONE = 'Europe/Berlin';
const EVENING = new Date('2026-11-22T19:02:00Z');
const rules = (date: string, time: string, now = EVENING) =>
  laterProblems({ date: '2026-11-23', at: { date, time } }, now, ZONE).map(({ rule }) => rule);

describe('a time at which the changes of a day are published', () => {
  it('lies ahead on the clock of the school, and not after the day', () => {
    expect(rules('2026-11-23', '06:45')).toEqual([]);
    expect(rules('2026-11-22', '20:03')).toEqual([]);
    expect(rules('2026-11-22', '20:02')).toEqual(['isPast']);
    expect(rules('2026-11-23', '23:59')).toEqual([]);
    expect(rules('2026-11-24', '00:00')).toEqual(['isOver']);
  });

  it('is that of the clocks on the days on which they change', () => {
    const isAhead = (date: string, now: string) =>
      laterProblems({ date, at: { date, time: '06:45' } }, new Date(now), ZONE).length === 0;
    expect([isAhead('2027-03-28', '2027-03-28T04:44:59Z'), isAhead('2027-03-28', '2027-03-28T04:45:00Z')]).toEqual([
      true,
      false,
    ]);
    expect([isAhead('2026-10-25', '2026-10-25T05:44:59Z'), isAhead('2026-10-25', '2026-10-25T05:45:00Z')]).toEqual([
      true,
      false,
    ]);
    expect(suggestLater('2026-10-25', new Date('2026-10-25T05:44:59Z'), ZONE).time).toBe('06:45');
    expect(suggestLater('2026-10-25', new Date('2026-10-25T05:45:00Z'), ZONE).time).toBe('07:00');
  });

  it('is the early morning to begin with, and soon where that is over', () => {
    expect(suggestLater('2026-11-23', EVENING, ZONE)).toEqual({ date: '2026-11-23', time: '06:45' });
    expect(suggestLater('2026-11-23', new Date('2026-11-23T06:01:00Z'), ZONE)).toEqual({
      date: '2026-11-23',
      time: '07:20',
    });
  });
});
