import { type FileEvent, parseRepeat, repeatDates } from '@kreide/core/features/calendar';
import { describe, expect, it } from 'vitest';
import { planEvent } from './import-plan.ts';

const YEARS = [
  { begins_at: '2026-08-01', ends_at: '2027-07-31' },
  { begins_at: '2027-08-01', ends_at: '2028-07-31' },
];
const place = { zone: 'Europe/Berlin', years: YEARS, now: new Date('2026-11-18T09:00:00Z'), room: 5000 };
const event = (rule: string | null, date: string, values: Partial<FileEvent> = {}): FileEvent => ({
  line: 1,
  uid: 'x',
  name: 'Chor',
  description: '',
  location: null,
  is_all_day: false,
  begins_date: date,
  begins_time: '15:00',
  ends_date: date,
  ends_time: '16:00',
  rule,
  excluded: [],
  changes: [],
  ...values,
});
const datesOf = (...args: Parameters<typeof event>) => {
  const planned = planEvent(event(...args), place);
  return 'left' in planned ? planned.left : planned.series?.dates.map(({ recurs_on }) => recurs_on);
};

describe('a series of a file', () => {
  it('that began long ago has the dates of its rule from this school year on [C-3.32]', () => {
    for (const rule of [
      'FREQ=DAILY;INTERVAL=3',
      'FREQ=WEEKLY',
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TH,SU',
      'FREQ=MONTHLY;INTERVAL=5',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      'FREQ=MONTHLY;BYDAY=-1TU',
      'FREQ=YEARLY',
    ]) {
      const read = parseRepeat(rule);
      const whole = 'rule' in read ? repeatDates(read.rule, '1994-01-31', '2027-07-31', 20_000) : [];
      expect(datesOf(rule, '1994-01-31'), rule).toEqual(whole.filter((date) => date >= '2026-08-01'));
    }
  });

  it('ends with what the rule says, and with the next school year at the latest [C-3.32]', () => {
    expect(datesOf('FREQ=WEEKLY;COUNT=3', '2026-11-18')).toEqual(['2026-11-18', '2026-11-25', '2026-12-02']);
    const weekly = datesOf('FREQ=WEEKLY;UNTIL=20991231', '2026-11-18') as string[];
    expect([weekly[0], weekly.at(-1)]).toEqual(['2026-11-18', '2028-07-26']);
    expect(datesOf('FREQ=DAILY;UNTIL=20991231', '2026-11-18')).toBe('dates');
    expect(datesOf('FREQ=WEEKLY;COUNT=2', '2026-11-18', { excluded: ['2026-11-18', '2026-11-25'] })).toBe('dates');
  });

  it('has no more dates than there is room for, and nothing has any where there is none', () => {
    expect(planEvent(event('FREQ=WEEKLY;COUNT=3', '2026-11-18'), { ...place, room: 2 })).toEqual({ left: 'dates' });
    expect(planEvent(event(null, '2026-11-18'), { ...place, room: 0 })).toEqual({ left: 'dates' });
  });

  it('is the same whatever order its parts were kept in, and another one where something of it is other', () => {
    const hashOf = (one: FileEvent) => {
      const planned = planEvent(one, place);
      return 'left' in planned ? planned.left : planned.content_hash;
    };
    const one = event('FREQ=WEEKLY;COUNT=3', '2026-11-18');
    const turned = Object.fromEntries(Object.entries(one).reverse()) as unknown as FileEvent;
    expect(hashOf(turned)).toBe(hashOf(one));
    const change = { ...one, date: '2026-11-25', begins_time: '14:00' };
    for (const other of [
      { name: 'Probe' },
      { location: 'Aula' },
      { ends_time: '17:00' },
      { excluded: ['2026-11-25'] },
      { changes: [change] },
    ])
      expect(hashOf({ ...one, ...other })).not.toBe(hashOf(one));
    const [changed, again] = [change, { ...change, begins_time: '14:30' }].map((item) => ({ ...one, changes: [item] }));
    expect(hashOf(changed as FileEvent)).not.toBe(hashOf(again as FileEvent));
  });

  it('goes up to as many dates as there is room for, and its own dates alone are other than the rest [C-3.32]', () => {
    const planned = planEvent(event('FREQ=WEEKLY;COUNT=3', '2026-11-18'), { ...place, room: 3 });
    expect(planned).toMatchObject({ series: { dates: [{}, {}, {}] } });
    const change = event(null, '2026-11-25', { name: 'Auftritt' });
    const of = (date: string, values: Partial<FileEvent> = {}) =>
      planEvent(event('FREQ=WEEKLY;COUNT=3', '2026-11-18', { changes: [{ ...change, date }], ...values }), place);
    expect(of('2026-11-25')).toMatchObject({ series: { changes: [{ date: '2026-11-25' }] } });
    for (const none of [of('2026-11-24'), of('2026-11-25', { excluded: ['2026-11-25'] })])
      expect(none).toMatchObject({ series: { changes: [] } });
    const short = { ...change, date: '2026-11-25', name: 'x' };
    expect(planEvent(event('FREQ=WEEKLY;COUNT=3', '2026-11-18', { changes: [short] }), place)).toEqual({
      left: 'name',
    });
  });

  it('has the year before today where no school year is entered', () => {
    const none = { ...place, years: [] };
    const planned = planEvent(event('FREQ=WEEKLY', '2020-01-01'), none);
    expect('left' in planned ? planned.left : planned.series?.dates[0]?.recurs_on).toBe('2025-11-19');
  });
});

describe('an event of a file', () => {
  it('that nothing names is another one at another time, and ends no earlier than it begins where the clock skips an hour', () => {
    const [one, later] = ['15:00', '16:00'].map((begins_time) =>
      planEvent(event(null, '2026-11-18', { uid: null, begins_time, ends_time: '17:00' }), place),
    );
    expect(one).not.toMatchObject({ uid_hash: later && 'uid_hash' in later && later.uid_hash });
    const skipped = event(null, '2027-03-28', { begins_time: '02:45', ends_time: '03:15' });
    expect(planEvent(skipped, place)).toMatchObject({
      values: { begins_at: '2027-03-28T01:45:00.000Z', ends_at: '2027-03-28T01:45:00.000Z' },
    });
  });
});
