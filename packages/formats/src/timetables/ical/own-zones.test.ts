import { expect, it } from 'vitest';
import { toOwnZone } from './own-zones.ts';

/** STANDARD or DAYLIGHT: from when on, from which offset to which, and the rule by which it comes again. */
const observance = (start: string, from: string, to: string, rule?: string) =>
  new Map([
    ['DTSTART', [start]],
    ['TZOFFSETFROM', [from]],
    ['TZOFFSETTO', [to]],
    ...(rule === undefined ? [] : [['RRULE', [`FREQ=YEARLY;${rule}`]] as const]),
  ]);
const autumn = observance('20001001T000000', '+0300', '+0200', 'BYMONTH=10;BYDAY=1SU');
const spring = (until = '', start = '20010407T000000') =>
  observance(start, '+0200', '+0300', `BYMONTH=4;BYDAY=1SA${until && `;UNTIL=${until}`}`);
/** Eight o'clock of a day on the clock of Berlin. */
const at = (date: string, ...zone: ReturnType<typeof observance>[]) =>
  toOwnZone(zone, 'Europe/Berlin')?.(date, '08:00').time;

it('an offset holds from its moment on, and the one before it until then', () => {
  const once = [observance('20261001T080000', '+0300', '+0200'), observance('20270401T000000', '+0200', '+0300')];
  expect(at('2026-09-07', ...once)).toBe('07:00');
  expect(at('2026-10-01', ...once)).toBe('08:00');
});

it('a rule counts from its first day to its last moment, which is told in UTC', () => {
  // The first Saturday of April 2026 begins in the zone at 22:00 UTC of the day before.
  expect(at('2026-09-07', autumn, spring('20260403T220000Z'))).toBe('07:00');
  expect(at('2026-09-07', autumn, spring('20260403T215959Z'))).toBe('08:00');
  expect(at('2026-09-07', autumn, spring('', '20270403T000000'))).toBe('08:00');
});

it('in January the rule of last autumn holds', () => {
  expect(at('2027-01-18', autumn, spring())).toBe('07:00');
});
