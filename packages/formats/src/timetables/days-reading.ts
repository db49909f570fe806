import { createHash } from 'node:crypto';
import {
  type AskedReading,
  fillWeekdays,
  fitsQuestion,
  type ParseOptions,
  type ReadingQuestion,
} from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import { toDayList } from './day-order.ts';
import { unreadable } from './findings.ts';
import { UndecidedReading } from './parser.ts';

/** Days of a week. */
const WEEK = 7;
/** Of a name of a day, as far as it is shown. */
const NAME_SHOWN = 60;

/** What somebody said about days whose names do not name a weekday. */
export interface SaidDays {
  readonly asked: AskedReading;
  /** Null: nobody said anything, or only about other days. */
  readonly weekdays: Weekday[] | null;
  /** Throws the question where nothing was said. */
  needed(): Weekday[];
}

/**
 * Throws (`days_contradicted`) where what is said of this upload is not what the names of its days say: those are certain.
 * `names` and `weekdays` go together.
 */
export function holdToNames(
  file: string,
  names: readonly string[],
  weekdays: readonly Weekday[],
  { reading }: ParseOptions,
): void {
  if (reading?.kind !== 'days') return;
  const said = fillWeekdays(reading, weekdays.length);
  if (said?.every((day, at) => day === weekdays[at])) return;
  throw unreadable(file, 'days_contradicted', { days: toDayList(names.filter(Boolean)) });
}

/**
 * The weekdays of days as somebody of the school says them, for every file of the program that names its days the same. More
 * than a week cannot be asked about and is refused (`weekdays_unclear`).
 */
export function askDays(
  program: string,
  file: string,
  names: readonly string[],
  { reading, readings }: ParseOptions,
): SaidDays {
  if (names.length > WEEK) throw unreadable(file, 'weekdays_unclear', { days: toDayList(names.filter(Boolean)) });
  const make = `${program} days ${createHash('sha256').update(JSON.stringify(names)).digest('base64url').slice(0, 32)}`;
  const days = names.map((name, at) => name.trim().slice(0, NAME_SHOWN) || String(at + 1));
  const question: ReadingQuestion = { kind: 'days', file, days };
  const said = [reading, readings?.[make]].find((one) => one?.kind === 'days' && fitsQuestion(question, one));
  const answer = said?.kind === 'days' ? said : null;
  const asked: AskedReading = { make, question, answer };
  const weekdays = answer && fillWeekdays(answer, days.length);
  return {
    asked,
    weekdays,
    needed() {
      if (weekdays === null) throw new UndecidedReading(asked);
      return weekdays;
    },
  };
}
