import type { Evening, EveningInput, EveningMode, MAXIMUM_OF } from '@kreide/core/features/parents-evening';
import { addDays, type PickedMoment, toInstant, toLocal, toTime } from '@kreide/core/kernel';

/** An evening as it is written: moments in the school's zone, numbers as they are typed. */
export interface Draft {
  name: string;
  note: string;
  mode: EveningMode;
  date: string;
  begins_at: string;
  ends_at: string;
  slot: string;
  walking: string;
  maximum: string;
  maximum_of: (typeof MAXIMUM_OF)[number];
  opens: PickedMoment;
  closes: PickedMoment;
}

const momentOf = (at: string, zone: string): PickedMoment => {
  const { date, minutes } = toLocal(new Date(at), zone);
  return { date, time: toTime(minutes) };
};

/** In two weeks, booked until the day before, unless there is one already. */
export function toDraft(known: Evening | null, zone: string, now: Date): Draft {
  if (known)
    return {
      name: known.name,
      note: known.note,
      mode: known.mode,
      date: known.date,
      begins_at: known.begins_at,
      ends_at: known.ends_at,
      slot: `${known.slot_minutes}`,
      walking: `${known.walking_minutes}`,
      maximum: `${known.maximum}`,
      maximum_of: known.maximum_of,
      opens: momentOf(known.opens_at, zone),
      closes: momentOf(known.closes_at, zone),
    };
  const today = toLocal(now, zone).date;
  return {
    name: '',
    note: '',
    mode: 'first_come',
    date: addDays(today, 14),
    begins_at: '16:00',
    ends_at: '19:00',
    slot: '10',
    walking: '5',
    maximum: '6',
    maximum_of: 'child',
    opens: { date: addDays(today, 1), time: '18:00' },
    closes: { date: addDays(today, 13), time: '12:00' },
  };
}

const numberOf = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 999);

/** The same as it is sent; a number that is none is one that the rules refuse. */
export function toInput(draft: Draft, zone: string): EveningInput {
  const { opens, closes, slot, walking, maximum, ...rest } = draft;
  return {
    ...rest,
    slot_minutes: numberOf(slot),
    walking_minutes: numberOf(walking),
    maximum: Math.min(numberOf(maximum), 300),
    opens_at: toInstant(opens.date, opens.time, zone).toISOString(),
    closes_at: toInstant(closes.date, closes.time, zone).toISOString(),
  };
}

/** When it begins; without a time of day, at the end of its day, so that nothing else is refused for it. */
export const beginOf = ({ date, begins_at }: Pick<Draft, 'date' | 'begins_at'>, zone: string): Date =>
  toInstant(date, begins_at || '23:59', zone);
