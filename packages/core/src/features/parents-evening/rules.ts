import { isTime, toMinutes, toTime } from '../../kernel/calendar/times.ts';
import { max, required } from '../../validation/text.ts';

export const EVENING_NAME_MAXIMUM = 80;
export const EVENING_NOTE_MAXIMUM = 2000;
export const ROOM_MAXIMUM = 40;
/** Minutes of one appointment. */
export const SLOT_MINIMUM = 5;
export const SLOT_MAXIMUM = 60;
/** Minutes between two appointments at different places. */
export const WALKING_MAXIMUM = 30;
/** Appointments that parents book, of a family or of each child. */
export const BOOKINGS_MAXIMUM = 30;
/** Breaks of one teacher. */
export const BREAKS_MAXIMUM = 10;
/** A parent waits for no more teachers than this, for all children of an evening. */
export const WAITING_MAXIMUM = 20;

export const EVENING_STATES = ['draft', 'published', 'cancelled'] as const;
export type EveningState = (typeof EVENING_STATES)[number];

/** Whose appointments are counted. */
export const MAXIMUM_OF = ['family', 'child'] as const;

/** How families come to appointments: each books what is free, or all wish for teachers, and the school allocates afterwards. */
export const EVENING_MODES = ['first_come', 'wishes'] as const;
export type EveningMode = (typeof EVENING_MODES)[number];

/**
 * `wishing`: families wish. `allocating`: their time is over, and the appointments are not given yet. `open`: families book. `closed`:
 * booking is over, the evening has not begun. `over`: it has begun.
 */
export const EVENING_PHASES = [
  'draft',
  'planned',
  'wishing',
  'allocating',
  'open',
  'closed',
  'over',
  'cancelled',
] as const;
export type EveningPhase = (typeof EVENING_PHASES)[number];

/** Is the evening known and still to come? */
export const isToCome = (phase: EveningPhase): boolean =>
  phase !== 'draft' && phase !== 'over' && phase !== 'cancelled';

export interface EveningDraft {
  name: string;
  note: string;
  date: string;
  begins_at: string;
  ends_at: string;
  slot_minutes: number;
  walking_minutes: number;
  maximum: number;
  opens_at: string;
  closes_at: string;
}

/** What can be wrong with an evening; the text is `parents-evening:rules.<rule>`. */
export type EveningRule =
  | 'nameRequired'
  | 'nameMax'
  | 'timeMissing'
  | 'endsEarly'
  | 'slot'
  | 'walking'
  | 'maximum'
  | 'closesEarly'
  | 'closesLate';

export interface EveningProblem {
  field: 'name' | 'ends_at' | 'slot_minutes' | 'walking_minutes' | 'maximum' | 'closes_at';
  rule: EveningRule;
  params: Record<string, number>;
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/**
 * Everything that is wrong with an evening, at most one problem for each field.
 * @param begins when the evening begins; booking ends no later
 */
export function eveningProblems(draft: EveningDraft, begins: Date): EveningProblem[] {
  const problems: EveningProblem[] = [];
  const add = (field: EveningProblem['field'], rule: EveningRule, params: Record<string, number> = {}) =>
    problems.push({ field, rule, params });
  if (!required(draft.name)) add('name', 'nameRequired');
  else if (!max(draft.name.trim(), EVENING_NAME_MAXIMUM)) add('name', 'nameMax', { max: EVENING_NAME_MAXIMUM });
  const isTimed = isTime(draft.begins_at) && isTime(draft.ends_at);
  const isSlot = isWithin(draft.slot_minutes, SLOT_MINIMUM, SLOT_MAXIMUM);
  if (!isSlot) add('slot_minutes', 'slot', { min: SLOT_MINIMUM, max: SLOT_MAXIMUM });
  if (!isTimed) add('ends_at', 'timeMissing');
  else if (toMinutes(draft.ends_at) - toMinutes(draft.begins_at) < (isSlot ? draft.slot_minutes : 1))
    add('ends_at', 'endsEarly');
  if (!isWithin(draft.walking_minutes, 0, WALKING_MAXIMUM)) add('walking_minutes', 'walking', { max: WALKING_MAXIMUM });
  if (!isWithin(draft.maximum, 1, BOOKINGS_MAXIMUM)) add('maximum', 'maximum', { max: BOOKINGS_MAXIMUM });
  if (Date.parse(draft.closes_at) <= Date.parse(draft.opens_at)) add('closes_at', 'closesEarly');
  else if (isTimed && Date.parse(draft.closes_at) > begins.getTime()) add('closes_at', 'closesLate');
  return problems;
}

/**
 * Where an evening stands at a moment. Once its appointments are allocated, families book what is left, should it open again.
 * @param begins when it begins, by the clock of the school
 */
export function eveningPhaseOf(
  evening: {
    state: EveningState;
    mode: EveningMode;
    opens_at: string;
    closes_at: string;
    allocated_at: string | null;
  },
  begins: Date,
  now: Date,
): EveningPhase {
  if (evening.state !== 'published') return evening.state;
  const at = now.getTime();
  if (at >= begins.getTime()) return 'over';
  if (at < Date.parse(evening.opens_at)) return 'planned';
  const isBefore = at < Date.parse(evening.closes_at);
  if (evening.mode === 'wishes' && evening.allocated_at === null) return isBefore ? 'wishing' : 'allocating';
  return isBefore ? 'open' : 'closed';
}

export interface Span {
  begins_at: string;
  ends_at: string;
}

/** When a teacher is there: null as long as the evening. */
export interface Presence {
  begins_at: string | null;
  ends_at: string | null;
  is_absent: boolean;
  breaks: readonly Span[];
}

/** What can be wrong with when a teacher is there; the text is `parents-evening:rules.<rule>`. */
export interface PresenceProblem {
  field: 'ends_at' | 'breaks';
  rule: 'endsEarly' | 'breakEnds' | 'breaksMeet';
}

export function presenceProblems({ begins_at, ends_at, breaks }: Presence): PresenceProblem[] {
  const problems: PresenceProblem[] = [];
  if (begins_at !== null && ends_at !== null && ends_at <= begins_at)
    problems.push({ field: 'ends_at', rule: 'endsEarly' });
  const sorted = breaks.toSorted((one, other) => one.begins_at.localeCompare(other.begins_at));
  if (sorted.some((one) => one.ends_at <= one.begins_at)) problems.push({ field: 'breaks', rule: 'breakEnds' });
  else if (sorted.some((one, at) => one.ends_at > (sorted[at + 1]?.begins_at ?? '24')))
    problems.push({ field: 'breaks', rule: 'breaksMeet' });
  return problems;
}

/**
 * The appointments of a teacher, as the times at which they begin. All teachers share one grid from the beginning of the evening on, so
 * two appointments either begin together or do not meet. One that lasts into a break, or beyond either end, is none.
 */
export function slotsOf(evening: Span & { slot_minutes: number }, teacher: Presence): string[] {
  if (teacher.is_absent) return [];
  const [from, to] = [toMinutes(evening.begins_at), toMinutes(evening.ends_at)];
  const first = Math.max(from, toMinutes(teacher.begins_at ?? evening.begins_at));
  const last = Math.min(to, toMinutes(teacher.ends_at ?? evening.ends_at));
  const breaks = teacher.breaks.map((one) => [toMinutes(one.begins_at), toMinutes(one.ends_at)] as const);
  const slots: string[] = [];
  for (let begins = from; begins + evening.slot_minutes <= last; begins += evening.slot_minutes) {
    const ends = begins + evening.slot_minutes;
    const isFree = breaks.every(([start, end]) => ends <= start || begins >= end);
    if (begins >= first && isFree) slots.push(toTime(begins));
  }
  return slots;
}

/** An appointment as a family has to get there. */
export interface Meeting {
  starts_at: string;
  /** Appointments at one place need no way between them (`placeOf`). */
  place: string;
}

/** Where a teacher is: rooms of one name are one place, and so is everything online. */
export const placeOf = (teacher: { id: number; room: string; is_online: boolean }): string => {
  if (teacher.is_online) return 'online';
  const room = teacher.room.trim().toLowerCase();
  return room === '' ? `teacher ${teacher.id}` : `room ${room}`;
};

/** Why somebody cannot come to an appointment: they have another one then, or one too near to walk from or to. */
export type Clash = 'time' | 'walking';

export function clashOf(
  wanted: Meeting,
  own: readonly Meeting[],
  { slot_minutes, walking_minutes }: { slot_minutes: number; walking_minutes: number },
): Clash | null {
  const at = toMinutes(wanted.starts_at);
  if (own.some(({ starts_at }) => starts_at === wanted.starts_at)) return 'time';
  const isNear = ({ starts_at, place }: Meeting) =>
    place !== wanted.place && Math.abs(toMinutes(starts_at) - at) < slot_minutes + walking_minutes;
  return own.some(isNear) ? 'walking' : null;
}

/** When an appointment ends. */
export const endOf = (starts_at: string, slot_minutes: number): string => toTime(toMinutes(starts_at) + slot_minutes);

/** An appointment that a family has, or an invitation. */
export interface HeldMeeting extends Meeting {
  id: number;
  teacher_id: number;
  child_id: number;
  /** Who booked; null: nobody yet. */
  parent_id: number | null;
  is_invited: boolean;
}

export interface BookingRules {
  slot_minutes: number;
  walking_minutes: number;
  maximum: number;
  maximum_of: (typeof MAXIMUM_OF)[number];
}

/** How many more appointments may be booked for a child, beside those that the family has; invitations do not count. */
export function leftOf(child_id: number, held: readonly HeldMeeting[], { maximum, maximum_of }: BookingRules): number {
  const counted = held.filter((one) => !one.is_invited && (maximum_of === 'family' || one.child_id === child_id));
  return Math.max(0, maximum - counted.length);
}

/** What keeps a child, or the parent who goes, from other appointments: two parents can be with two children at a time. */
export const ownMeetings = (
  { child_id, parent_id }: { child_id: number; parent_id: number | null },
  held: readonly HeldMeeting[],
): HeldMeeting[] =>
  held.filter((one) => one.child_id === child_id || (parent_id !== null && one.parent_id === parent_id));

/**
 * Why a family does not get an appointment, whoever else wants it; null: nothing is in the way.
 * @param held what the family has
 */
export function refusalOf(
  wanted: Omit<HeldMeeting, 'id'>,
  held: readonly HeldMeeting[],
  rules: BookingRules,
): 'teacher_booked' | 'slots_full' | 'slot_clash' | null {
  const { teacher_id, child_id, is_invited } = wanted;
  if (held.some((one) => one.teacher_id === teacher_id && one.child_id === child_id)) return 'teacher_booked';
  if (!is_invited && leftOf(child_id, held, rules) === 0) return 'slots_full';
  return clashOf(wanted, ownMeetings(wanted, held), rules) === null ? null : 'slot_clash';
}
