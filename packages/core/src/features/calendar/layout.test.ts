import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventAbilitiesOf, isEventAuthor } from './abilities.ts';
import { placeEvents, toBars, toBoxes, toMonthWeek } from './layout.ts';
import { addEventChannel, addEventUser, isGroupOf } from './participants.ts';
import type { CalendarEntry, EventChannel } from './schema.ts';

const WEEK = [16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`);
let id = 0;
function event(begins_at: string, ends_at: string, is_all_day = false): CalendarEntry {
  id += 1;
  return { id, name: `e${id}`, is_all_day, begins_at, ends_at, location: null, category: 'MEETING' };
}
const on = (day: string, begins: string, ends: string) => event(`${day}T${begins}:00Z`, `${day}T${ends}:00Z`);
const boxesOf = (events: CalendarEntry[], date = '2026-11-18') => toBoxes(placeEvents(events, 'UTC'), date);

describe('the boxes of a day', () => {
  it('are a quarter of an hour at least, and stay inside the day [C-9.19]', () => {
    const boxes = boxesOf([on('2026-11-18', '10:00', '10:00'), on('2026-11-18', '23:55', '23:58')]);
    expect(boxes.map(({ begins, ends }) => [begins, ends])).toEqual([
      [600, 615],
      [1425, 1440],
    ]);
  });

  it('stand in lanes where they overlap, and are whole where they do not', () => {
    const boxes = boxesOf([
      on('2026-11-18', '08:00', '10:00'),
      on('2026-11-18', '09:00', '11:00'),
      on('2026-11-18', '10:00', '12:00'),
      on('2026-11-18', '12:00', '13:00'),
    ]);
    expect(boxes.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 2],
      [0, 1],
    ]);
  });

  it('never overlap, whatever there is', () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 600 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 30 }), (spans) => {
        const start = Date.UTC(2026, 10, 18);
        const toIso = (minutes: number) => new Date(start + Math.min(minutes, 1439) * 60_000).toISOString();
        const boxes = boxesOf(spans.map(([from, length]) => event(toIso(from), toIso(from + length))));
        expect(boxes).toHaveLength(spans.length);
        for (const [index, one] of boxes.entries()) {
          expect(one.lane).toBeLessThan(one.lanes);
          expect(one.ends - one.begins).toBeGreaterThanOrEqual(15);
          for (const other of boxes.slice(index + 1))
            if (one.lane === other.lane) expect(one.ends <= other.begins || other.ends <= one.begins).toBe(true);
        }
      }),
    );
  });
});

describe('the bars of a row', () => {
  it('are events of whole days and of several, cut off at the ends of the row', () => {
    const bars = toBars(
      placeEvents(
        [
          event('2026-11-14T00:00:00Z', '2026-11-17T10:00:00Z'),
          event('2026-11-17T00:00:00Z', '2026-11-17T23:59:59Z', true),
          event('2026-11-18T00:00:00Z', '2026-11-25T23:59:59Z', true),
          on('2026-11-18', '10:00', '11:00'),
        ],
        'UTC',
      ),
      WEEK,
    );
    expect(bars.map(({ column, span, row, isBegun, isOpen }) => [column, span, row, isBegun, isOpen])).toEqual([
      [0, 2, 0, true, false],
      [1, 1, 1, false, false],
      [2, 5, 0, false, true],
    ]);
  });

  it('of a month are counted where there is no room', () => {
    const events = [9, 10, 11, 12].map((hour) => on('2026-11-18', `${`${hour}`.padStart(2, '0')}:00`, '13:00'));
    const week = toMonthWeek(placeEvents(events, 'UTC'), WEEK, 3);
    expect(week.bars).toHaveLength(3);
    expect(week.hidden).toEqual([0, 0, 1, 0, 0, 0, 0]);
  });
});

describe('who takes part', () => {
  const channel = (id: number, type: EventChannel['type']): EventChannel => ({ id, type, meta: { displayname: 'c' } });
  const person = { id: 7, meta: { displayname: 'p' } };
  const none = { channels: [], users: [] };

  it('is everybody, or channels and people: one takes the place of the other [C-4.83] [C-4.84]', () => {
    const some = addEventUser(addEventChannel(none, channel(1, 'CUSTOM')), person);
    expect(some).toEqual({ channels: [channel(1, 'CUSTOM')], users: [person] });
    const all = addEventChannel(some, channel(2, 'GLOBAL'));
    expect(all).toEqual({ channels: [channel(2, 'GLOBAL')], users: [] });
    expect(addEventChannel(all, channel(1, 'CUSTOM')).channels).toEqual([channel(1, 'CUSTOM')]);
    expect(addEventUser(all, person)).toEqual({ channels: [], users: [person] });
    expect(addEventUser(some, person)).toEqual(some);
    expect(addEventChannel(some, channel(1, 'CUSTOM'))).toEqual(some);
  });

  it('is shown as a group or as a person [C-3.05]', () => {
    expect((['GENERATED', 'CUSTOM', 'GLOBAL', 'CHAT'] as const).map(isGroupOf)).toEqual([true, true, true, false]);
  });
});

describe('what may be done with an event', () => {
  const can = (user_id: number, ...permissions: string[]) =>
    eventAbilitiesOf(
      { user_id, permissions: new Set(permissions) as never },
      { user_id: 1, is_invited: false, answers_for: null, begins_at: '2026-11-20T18:00:00Z' },
      new Date('2026-11-18T08:00:00Z'),
    );

  it('is for its author and those who look after channels; who may do both counts as its author [C-6.04] [C-6.05]', () => {
    expect(can(1, 'create-events')).toMatchObject({ update: 1, delete: 1 });
    expect(can(1)).toMatchObject({ update: 0, delete: 0 });
    expect(can(2, 'create-events')).toMatchObject({ update: 0, delete: 0 });
    expect(can(2, 'manage-channels')).toMatchObject({ update: 1, delete: 1 });
    expect([isEventAuthor({ update: 1, delete: 1 }), isEventAuthor({ update: 1, delete: 0 })]).toEqual([true, false]);
    expect(isEventAuthor({ update: 0, delete: 1 })).toBe(false);
  });
});
