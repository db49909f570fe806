import { describe, expect, it } from 'vitest';
import {
  clashOf,
  eveningPhaseOf,
  eveningProblems,
  type HeldMeeting,
  leftOf,
  ownMeetings,
  placeOf,
  presenceProblems,
  refusalOf,
  slotsOf,
} from './rules.ts';

const EVENING = { begins_at: '16:00', ends_at: '17:05', slot_minutes: 15, walking_minutes: 5 };
const PRESENT = { begins_at: null, ends_at: null, is_absent: false, breaks: [] };
const RULES = { ...EVENING, maximum: 2, maximum_of: 'child' as const };
const held = (values: Partial<HeldMeeting>): HeldMeeting => ({
  id: 1,
  teacher_id: 1,
  child_id: 11,
  parent_id: 21,
  starts_at: '16:00',
  is_invited: false,
  place: 'room 1',
  ...values,
});

describe('the appointments of a teacher', () => {
  it('stand in the grid of the evening, whole ones only', () => {
    expect(slotsOf(EVENING, PRESENT)).toEqual(['16:00', '16:15', '16:30', '16:45']);
    expect(slotsOf({ ...EVENING, ends_at: '17:00' }, PRESENT).at(-1)).toBe('16:45');
    expect(slotsOf(EVENING, { ...PRESENT, is_absent: true })).toEqual([]);
  });

  it('keep to the grid where the teacher comes later or goes earlier, and are never beyond the evening', () => {
    expect(slotsOf(EVENING, { ...PRESENT, begins_at: '16:10', ends_at: '16:45' })).toEqual(['16:15', '16:30']);
    expect(slotsOf(EVENING, { ...PRESENT, begins_at: '15:00', ends_at: '20:00' })).toEqual(slotsOf(EVENING, PRESENT));
  });

  it('leave out what touches a break, not what ends or begins with it', () => {
    const breaks = [{ begins_at: '16:15', ends_at: '16:31' }];
    expect(slotsOf(EVENING, { ...PRESENT, breaks })).toEqual(['16:00', '16:45']);
    expect(slotsOf(EVENING, { ...PRESENT, breaks: [{ begins_at: '16:15', ends_at: '16:30' }] })).toHaveLength(3);
  });
});

describe('a family', () => {
  it('has to walk between places, not from one appointment to the next at the same', () => {
    const own = [{ starts_at: '16:15', place: 'room 1' }];
    expect(clashOf({ starts_at: '16:15', place: 'room 1' }, own, EVENING)).toBe('time');
    expect(clashOf({ starts_at: '16:30', place: 'room 1' }, own, EVENING)).toBe(null);
    expect(clashOf({ starts_at: '16:30', place: 'room 2' }, own, EVENING)).toBe('walking');
    expect(clashOf({ starts_at: '16:00', place: 'room 2' }, own, EVENING)).toBe('walking');
    expect(clashOf({ starts_at: '16:45', place: 'room 2' }, own, EVENING)).toBe(null);
    expect(clashOf({ starts_at: '16:30', place: 'room 2' }, own, { ...EVENING, walking_minutes: 0 })).toBe(null);
  });

  it('is at one place online, and in rooms of one name', () => {
    expect(placeOf({ id: 1, room: 'A 1 ', is_online: false })).toBe(placeOf({ id: 2, room: 'a 1', is_online: false }));
    expect(placeOf({ id: 1, room: '', is_online: false })).not.toBe(placeOf({ id: 2, room: '', is_online: false }));
    expect(placeOf({ id: 1, room: 'A', is_online: true })).toBe(placeOf({ id: 2, room: '', is_online: true }));
  });

  it('has as many as the school allows, of each child or of all, invitations aside', () => {
    const all = [held({}), held({ id: 2, child_id: 12 }), held({ id: 3, is_invited: true })];
    expect(leftOf(11, all, RULES)).toBe(1);
    expect(leftOf(11, all, { ...RULES, maximum_of: 'family' })).toBe(0);
    const wanted = { ...held({ teacher_id: 9, starts_at: '16:45' }), child_id: 11 };
    expect(refusalOf(wanted, all, RULES)).toBe(null);
    expect(refusalOf(wanted, all, { ...RULES, maximum_of: 'family' })).toBe('slots_full');
    expect(refusalOf({ ...wanted, is_invited: true }, all, { ...RULES, maximum_of: 'family' })).toBe(null);
  });

  it('meets a teacher once about a child, and one parent is at one place while the other may be elsewhere', () => {
    const rules = { ...RULES, maximum: 9 };
    expect(refusalOf(held({ starts_at: '16:45' }), [held({})], rules)).toBe('teacher_booked');
    const sibling = { teacher_id: 2, child_id: 12, place: 'room 2' };
    expect(refusalOf(held(sibling), [held({})], rules)).toBe('slot_clash');
    expect(refusalOf(held({ ...sibling, parent_id: 22 }), [held({})], rules)).toBe(null);
    expect(refusalOf(held({ teacher_id: 2, parent_id: 22, place: 'room 2' }), [held({})], rules)).toBe('slot_clash');
    // Two invitations that nobody has answered are of no one parent.
    expect(ownMeetings({ child_id: 12, parent_id: null }, [held({ parent_id: null })])).toEqual([]);
  });
});

describe('an evening', () => {
  const begins = new Date('2026-11-25T15:00:00Z');
  const draft = {
    name: 'Sprechtag',
    note: '',
    date: '2026-11-25',
    ...EVENING,
    maximum: 3,
    opens_at: '2026-11-10T08:00:00.000Z',
    closes_at: '2026-11-24T18:00:00.000Z',
  };
  const wrong = (values: Partial<typeof draft>) =>
    eveningProblems({ ...draft, ...values }, begins).map(({ field, rule }) => `${field} ${rule}`);

  it('is refused with the field and the reason', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ name: ' ' })).toEqual(['name nameRequired']);
    expect(wrong({ name: 'x'.repeat(81) })).toEqual(['name nameMax']);
    expect(wrong({ slot_minutes: 4 })).toEqual(['slot_minutes slot']);
    expect(wrong({ slot_minutes: 61 })).toEqual(['slot_minutes slot']);
    expect(wrong({ slot_minutes: 5, walking_minutes: 30, maximum: 30 })).toEqual([]);
    expect(wrong({ slot_minutes: 60 })).toEqual([]);
    expect(wrong({ maximum: 31 })).toEqual(['maximum maximum']);
    expect(wrong({ ends_at: '16:14' })).toEqual(['ends_at endsEarly']);
    expect(wrong({ ends_at: '16:15' })).toEqual([]);
    expect(wrong({ ends_at: '' })).toEqual(['ends_at timeMissing']);
    expect(wrong({ walking_minutes: 31 })).toEqual(['walking_minutes walking']);
    expect(wrong({ maximum: 0 })).toEqual(['maximum maximum']);
    expect(wrong({ closes_at: draft.opens_at })).toEqual(['closes_at closesEarly']);
    expect(wrong({ closes_at: begins.toISOString() })).toEqual([]);
    expect(wrong({ closes_at: '2026-11-25T15:00:00.001Z' })).toEqual(['closes_at closesLate']);
  });

  it('opens, closes and is over at its moments', () => {
    const byBooking = { mode: 'first_come', allocated_at: null } as const;
    const phase = (now: string, state: 'draft' | 'published' | 'cancelled' = 'published') =>
      eveningPhaseOf({ ...draft, ...byBooking, state }, begins, new Date(now));
    expect(phase('2026-11-10T07:59:59Z')).toBe('planned');
    expect(phase('2026-11-10T08:00:00Z')).toBe('open');
    expect(phase('2026-11-24T18:00:00Z')).toBe('closed');
    expect(phase('2026-11-25T15:00:00Z')).toBe('over');
    expect(phase('2026-11-12T08:00:00Z', 'draft')).toBe('draft');
    expect(phase('2026-11-26T08:00:00Z', 'cancelled')).toBe('cancelled');
    const wished = (now: string, allocated_at: string | null = null) =>
      eveningPhaseOf({ ...draft, state: 'published', mode: 'wishes', allocated_at }, begins, new Date(now));
    expect(wished('2026-11-10T07:59:59Z')).toBe('planned');
    expect(wished('2026-11-10T08:00:00Z')).toBe('wishing');
    expect(wished('2026-11-24T17:59:59Z')).toBe('wishing');
    expect(wished('2026-11-24T18:00:00Z')).toBe('allocating');
    expect(wished('2026-11-25T15:00:00Z')).toBe('over');
    expect(wished('2026-11-24T17:00:00Z', draft.opens_at)).toBe('open');
    expect(wished('2026-11-24T18:00:00Z', draft.opens_at)).toBe('closed');
  });

  it('has no breaks that meet or end before they begin', () => {
    const problems = (...breaks: [string, string][]) =>
      presenceProblems({ ...PRESENT, breaks: breaks.map(([begins_at, ends_at]) => ({ begins_at, ends_at })) });
    expect(problems(['16:30', '16:40'], ['16:00', '16:30'])).toEqual([]);
    expect(problems(['16:30', '16:30'])).toEqual([{ field: 'breaks', rule: 'breakEnds' }]);
    expect(problems(['16:30', '16:40'], ['16:00', '16:31'])).toEqual([{ field: 'breaks', rule: 'breaksMeet' }]);
    expect(presenceProblems({ ...PRESENT, begins_at: '17:00', ends_at: '17:00' })).toHaveLength(1);
  });
});
