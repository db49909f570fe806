import { toAbsenceRange, toAbsenceTime } from '@kreide/core/features/absences';
import { toInstant, toLocal, toTime } from '@kreide/core/kernel';

/** An absence as it is written: days and times of day in the school's zone. */
export interface AbsenceForm {
  from: string;
  fromTime: string;
  until: string;
  untilTime: string;
  type_id: string | null;
  comment: string;
  excuse_note: string;
}

interface Known {
  begins_at: string;
  ends_at: string;
  type_id?: string | null;
  comment?: string | null;
  excuse_note?: string | null;
}

/** What the form begins with. */
export function toForm({ begins_at, ends_at, type_id, comment, excuse_note }: Known, zone: string): AbsenceForm {
  const [from, until] = [begins_at, ends_at].map((at) => toLocal(new Date(at), zone));
  return {
    from: from?.date ?? '',
    fromTime: toTime(from?.minutes ?? 0),
    until: until?.date ?? '',
    untilTime: toTime(until?.minutes ?? 0),
    type_id: type_id ?? null,
    comment: comment ?? '',
    excuse_note: excuse_note ?? '',
  };
}

/**
 * Begin and end as they travel: what stayed as it was keeps its seconds, and what is no time is the end of the day
 * (T-5.19).
 */
export function toSpan(form: AbsenceForm, first: AbsenceForm, known: Known, zone: string) {
  const instantOf = (date: string, time: string) => toInstant(date, toAbsenceTime(time), zone).toISOString();
  const isSame = (day: 'from' | 'until') => form[day] === first[day] && form[`${day}Time`] === first[`${day}Time`];
  return {
    begins_at: isSame('from') ? known.begins_at : instantOf(form.from, form.fromTime),
    ends_at: isSame('until') ? known.ends_at : instantOf(form.until, form.untilTime),
  };
}

/** The same as a range to look for others in; null: it begins after its end (T-5.06). */
export const toRange = ({ begins_at, ends_at }: { begins_at: string; ends_at: string }) =>
  toAbsenceRange(new Date(begins_at).toISOString(), new Date(ends_at).toISOString());

const KEYS = ['from', 'fromTime', 'until', 'untilTime', 'type_id', 'comment', 'excuse_note'] as const;
export const isSameForm = (one: AbsenceForm, other: AbsenceForm): boolean =>
  KEYS.every((key) => one[key] === other[key]);
