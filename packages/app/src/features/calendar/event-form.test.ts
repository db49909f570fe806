import type { CalendarEvent } from '@kreide/core/features/calendar';
import { expect, it } from 'vitest';
import { isSameEvent, newEvent, toEventDraft, toEventValues } from './event-form.ts';

const ZONE = 'Europe/Berlin';
/** Every Tuesday; this one was moved to Wednesday. */
const MOVED = {
  name: 'Chor',
  is_all_day: false,
  begins_at: '2026-11-25T17:00:00.000Z',
  ends_at: '2026-11-25T18:00:00.000Z',
  category: 'MEETING',
  location: null,
  description: '',
  channels: [],
  users: [],
  participants_visible: true,
  is_notifiable: true,
  answers_for: null,
  series: {
    id: 1,
    rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=8',
    skips_holidays: true,
    date: '2026-11-24',
    begins_on: '2026-11-24',
    ends_on: '2027-01-12',
    dates: 8,
    left_out: 0,
    previous_id: null,
    next_id: 2,
    holiday: null,
  },
} as unknown as CalendarEvent;

it('a series is sent no rule while nobody changes it, also from an event that was moved alone [C-3.37]', () => {
  const values = { ...toEventValues(MOVED, ZONE), scope: 'all' as const };
  expect(values.repeats).toMatchObject({ kind: 'WEEKLY', end: 'count', count: 8 });
  expect(toEventDraft({ ...values, name: 'Probe' }, ZONE, MOVED)).not.toHaveProperty('repeats');
  const times = { ...values.times, begins_date: '2026-11-26', ends_date: '2026-11-26' };
  expect(toEventDraft({ ...values, times }, ZONE, MOVED).repeats?.rule).toBe('FREQ=WEEKLY;BYDAY=TH;COUNT=8');
  expect(toEventDraft({ ...values, times, scope: 'this' }, ZONE, MOVED)).not.toHaveProperty('repeats');
  expect(isSameEvent(values, { ...values, scope: 'this' })).toBe(true);
});

it('a new event repeats on the weekday of its date, wherever that is moved, and not unless it is chosen [C-3.37]', () => {
  const event = newEvent({ date: '2026-11-18', minutes: 610 });
  expect(toEventDraft(event, ZONE)).not.toHaveProperty('repeats');
  const weekly = { ...event, repeats: { ...event.repeats, kind: 'FORTNIGHTLY' as const } };
  expect(toEventDraft(weekly, ZONE).repeats).toEqual({
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE',
    skips_holidays: true,
  });
  const times = { ...event.times, begins_date: '2026-11-27', ends_date: '2026-11-27' };
  const monthly = { ...event, times, repeats: { ...event.repeats, kind: 'MONTHLY' as const, end: 'date' as const } };
  expect(toEventDraft(monthly, ZONE).repeats?.rule).toBe('FREQ=MONTHLY;BYDAY=4FR;UNTIL=20270127');
});
