import { describe, expect, it } from 'vitest';
import { nextDigest } from './digest.ts';

const BERLIN = 'Europe/Berlin';
const after = (digest: 'daily' | 'weekly', at: string, now: string, zone = BERLIN) =>
  nextDigest(digest, at, new Date(now), zone).toISOString();

describe('the next digest', () => {
  it('is today or tomorrow, or on Friday, on the clock of the school', () => {
    expect(after('daily', '16:00', '2026-11-18T14:59:59Z')).toBe('2026-11-18T15:00:00.000Z');
    expect(after('daily', '16:00', '2026-11-18T15:00:00Z')).toBe('2026-11-19T15:00:00.000Z');
    expect(after('weekly', '16:00', '2026-11-18T15:00:00Z')).toBe('2026-11-20T15:00:00.000Z');
    expect(after('weekly', '16:00', '2026-11-20T15:00:00Z')).toBe('2026-11-27T15:00:00.000Z');
    // Thursday in Greenwich, Friday in Auckland.
    expect(after('weekly', '08:00', '2026-11-19T18:00:00Z', 'Pacific/Auckland')).toBe('2026-11-19T19:00:00.000Z');
  });

  it('comes once on the days when clocks change, also at a time that is missing or comes twice', () => {
    const daysOf = (from: string, at: string) => {
      const times: string[] = [];
      for (let now = new Date(from); times.length < 3; now = new Date(times.at(-1) ?? ''))
        times.push(after('daily', at, now.toISOString()));
      return times;
    };
    expect(daysOf('2027-03-27T00:00:00Z', '02:30')).toEqual([
      '2027-03-27T01:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ]);
    expect(daysOf('2026-10-24T00:00:00Z', '02:30')).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
    expect(daysOf('2026-10-24T00:00:00Z', '16:00')).toEqual([
      '2026-10-24T14:00:00.000Z',
      '2026-10-25T15:00:00.000Z',
      '2026-10-26T15:00:00.000Z',
    ]);
  });
});
