import { parseDate } from '../plan.ts';
import { type Fields, textsOf } from './values.ts';

/** The dates of a list in order, each once. Equal lists of a file are one and the same. */
export interface Series {
  /** Empty: none are listed. */
  readonly dates: readonly string[];
  /** The first that is none. */
  readonly bad: string | null;
}

const NONE: Series = { dates: [], bad: null };

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

/** Nearly all files list them in order already. */
function toSorted(dates: string[]): string[] {
  for (let at = 1; at < dates.length; at++) if (dates[at - 1]! >= dates[at]!) return [...new Set(dates)].sort();
  return dates;
}

function readSeries(fields: Fields): Series {
  const dates: string[] = [];
  let bad: string | null = null;
  for (const text of textsOf(fields, 'dates')) {
    const date = parseDate(text);
    if (date === null) bad ??= text;
    else dates.push(date);
  }
  return { dates: toSorted(dates), bad };
}

/** Reads the `dates` of entries; the lessons of one weekday have the same in all weeks of a term. */
export function createSeries(): (fields: Fields) => Series {
  const known = new Map<string, { listed: readonly unknown[]; series: Series }>();
  return (fields) => {
    const listed = fields.dates;
    if (!Array.isArray(listed) || listed.length === 0) return NONE;
    const [first, last] = [listed[0], listed.at(-1)];
    if (typeof first !== 'string' || typeof last !== 'string') return readSeries(fields);
    const key = `${first} ${last} ${listed.length}`;
    const found = known.get(key);
    if (found && isSame(listed, found.listed)) return found.series;
    const series = readSeries(fields);
    known.set(key, { listed, series });
    return series;
  };
}
