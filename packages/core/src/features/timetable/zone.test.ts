import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTime } from './calendar.ts';
import { toInstant, toWallTime } from './zone.ts';

describe('school zone', () => {
  it('keeps the wall time on both sides of both daylight-saving days [T-9.09]', () => {
    expect(toInstant('Europe/Berlin', '2026-03-28', '08:00').toISOString()).toBe('2026-03-28T07:00:00.000Z');
    expect(toInstant('Europe/Berlin', '2026-03-29', '08:00').toISOString()).toBe('2026-03-29T06:00:00.000Z');
    expect(toInstant('Europe/Berlin', '2026-10-25', '08:00').toISOString()).toBe('2026-10-25T07:00:00.000Z');
    expect(toInstant('America/New_York', '2026-11-01', '08:00').toISOString()).toBe('2026-11-01T13:00:00.000Z');
    expect(toInstant('Australia/Lord_Howe', '2026-10-04', '08:00').toISOString()).toBe('2026-10-03T21:00:00.000Z');
  });

  it('moves a skipped time forward and takes the first of a time that comes twice [T-9.09]', () => {
    expect(toInstant('Europe/Berlin', '2026-03-29', '02:30').toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(toInstant('Europe/Berlin', '2026-10-25', '02:30').toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  it('comes back to the same date and time in every zone that the runtime knows [T-9.09]', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const day = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), day, fc.integer({ min: 6 * 60, max: 22 * 60 }), (zone, at, minutes) => {
        const date = at.toISOString().slice(0, 10);
        expect(toWallTime(zone, toInstant(zone, date, toTime(minutes)))).toEqual({ date, minutes });
      }),
      { numRuns: 400 },
    );
  });
});
