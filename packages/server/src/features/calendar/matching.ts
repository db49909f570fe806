import { addDays, mondayOf, monthStartOf } from '@kreide/core/kernel';

/** A date of a series that is there. */
export interface FormerDate {
  readonly id: number;
  readonly recurs_on: string;
}

export interface MatchedDates {
  /** Which event takes place on which date. */
  readonly kept: readonly { readonly id: number; readonly date: string }[];
  /** Dates that have no event yet. */
  readonly added: readonly string[];
  /** Events that have no date any more. */
  readonly dropped: readonly number[];
}

/** What makes a new date the one of a former date: the day, else the week, else the month. */
const LIKENESS: readonly ((date: string) => string)[] = [(date) => date, mondayOf, monthStartOf];

/** Gives the events of a series their dates by a new rule, so that as many as possible stay, with their answers. */
export function matchDates(former: readonly FormerDate[], dates: readonly string[], shift: number): MatchedDates {
  const kept: { id: number; date: string }[] = [];
  let [rows, free] = [former, dates];
  for (const likeOf of LIKENESS) {
    const open = new Map<string, string[]>();
    for (const date of free) open.set(likeOf(date), [...(open.get(likeOf(date)) ?? []), date]);
    rows = rows.filter(({ id, recurs_on }) => {
      const date = open.get(likeOf(addDays(recurs_on, shift)))?.shift();
      if (date) kept.push({ id, date });
      return !date;
    });
    free = [...open.values()].flat();
  }
  return { kept, added: free, dropped: rows.map(({ id }) => id) };
}

/** The same where the dates are the former ones moved: one after the other. */
export const matchInOrder = (former: readonly FormerDate[], dates: readonly string[]): MatchedDates => ({
  kept: dates.slice(0, former.length).map((date, at) => ({ id: former[at]?.id ?? 0, date })),
  added: dates.slice(former.length),
  dropped: former.slice(dates.length).map(({ id }) => id),
});
