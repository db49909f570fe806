import type { CHOOSERS, Choice, ChoiceInput } from '@kreide/core/features/choices';
import { addDays, type PickedMoment, toInstant, toLocal, toTime } from '@kreide/core/kernel';

/** A choice as it is written: times in the school's zone, numbers as they are typed. */
export interface Draft {
  title: string;
  about: string;
  grade_ids: readonly number[];
  opens: PickedMoment;
  closes: PickedMoment;
  who: (typeof CHOOSERS)[number];
  wishes_count: number;
  options: readonly { id: number | null; title: string; capacity: string; minimum: string }[];
}

export const NEW_OPTION = { id: null, title: '', capacity: '20', minimum: '8' } as const;

const momentOf = (at: string, zone: string): PickedMoment => {
  const { date, minutes } = toLocal(new Date(at), zone);
  return { date, time: toTime(minutes) };
};

/** From tomorrow morning for a week, unless there is one already. */
export function toDraft(known: Choice | null, zone: string, now: Date): Draft {
  if (known)
    return {
      title: known.title,
      about: known.about,
      grade_ids: known.grades.map(({ id }) => id),
      opens: momentOf(known.opens_at, zone),
      closes: momentOf(known.closes_at, zone),
      who: known.who,
      wishes_count: known.wishes_count,
      options: known.options.map(({ id, title, capacity, minimum }) => ({
        id,
        title,
        capacity: `${capacity}`,
        minimum: `${minimum}`,
      })),
    };
  const today = toLocal(now, zone).date;
  return {
    title: '',
    about: '',
    grade_ids: [],
    opens: { date: addDays(today, 1), time: '08:00' },
    closes: { date: addDays(today, 8), time: '18:00' },
    who: 'both',
    wishes_count: 2,
    options: [NEW_OPTION, NEW_OPTION],
  };
}

const numberOf = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : -1);

/** The same as it is sent; a number that is none is one that the rules refuse. */
export function toInput(draft: Draft, zone: string): ChoiceInput {
  const { opens, closes, options, grade_ids, ...rest } = draft;
  return {
    ...rest,
    grade_ids: [...grade_ids],
    opens_at: toInstant(opens.date, opens.time, zone).toISOString(),
    closes_at: toInstant(closes.date, closes.time, zone).toISOString(),
    options: options.map(({ id, title, capacity, minimum }) => ({
      id,
      title,
      capacity: numberOf(capacity),
      minimum: numberOf(minimum),
    })),
  };
}
