import {
  parseRepeat,
  type RepeatRule,
  repeatDates,
  SERIES_DATES_MAXIMUM,
  writeRepeat,
} from '@kreide/core/features/calendar';
import { addDays, type Language, type Translate, writeDate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { listYears } from '../structure/index.ts';

/** A rule with its dates. */
export interface PlannedDates {
  readonly rule: RepeatRule;
  /** As it is stored: it says where it ends. */
  readonly text: string;
  readonly dates: readonly string[];
}

/** The day with which a series ends that does not say when, and the last one that it may have. */
export interface SeriesLimits {
  readonly end: string;
  readonly latest: string;
}

/** The end of the school year of a date, and of the one after it; of a school without years a year from then on. */
export async function seriesLimits(db: Kysely<DB>, school_id: number, first: string): Promise<SeriesLimits> {
  return limitsIn(await listYears(db, school_id), first);
}

/** The same, where the school years are known already. */
export function limitsIn(all: readonly { readonly ends_at: string }[], first: string): SeriesLimits {
  const years = all.filter(({ ends_at }) => ends_at >= first);
  const end = years[0]?.ends_at ?? addDays(first, 365);
  return { end, latest: years[1]?.ends_at ?? addDays(end, 366) };
}

interface Saying {
  readonly t: Translate;
  readonly language: Language;
  /** The field that holds the rule. */
  readonly path: string;
}

/** The dates of a rule from a day on; 422 where no series can have it. */
export function planDates(
  text: string,
  first: string,
  { end, latest }: SeriesLimits,
  { t, language, path }: Saying,
): PlannedDates {
  const read = parseRepeat(text);
  if ('problem' in read) {
    const { problem } = read;
    return refuseIssues([{ path, rule: problem, params: {}, message: t(`calendar:rules.${problem}`) }]) as never;
  }
  const { count, until } = read.rule;
  const last = count === null ? (until ?? end) : latest;
  const dates = repeatDates(read.rule, first, last < latest ? last : latest, SERIES_DATES_MAXIMUM + 1);
  const isCut = last > latest || (count !== null && dates.length < count);
  const date = writeDate(language, latest, 'long');
  const maximum = SERIES_DATES_MAXIMUM;
  const tooLong = t('calendar:rules.repeatTooLong', { date });
  const tooMany = t('calendar:rules.repeatTooMany', { maximum });
  refuseIssues([
    ...(isCut ? [{ path, rule: 'repeatTooLong', params: { date }, message: tooLong }] : []),
    ...(dates.length > maximum ? [{ path, rule: 'repeatTooMany', params: { maximum }, message: tooMany }] : []),
    ...(dates.length === 0 ? [{ path, rule: 'repeatNone', params: {}, message: t('calendar:rules.repeatNone') }] : []),
  ]);
  const rule = { ...read.rule, until: count === null ? last : null };
  return { rule, text: writeRepeat(rule), dates };
}
