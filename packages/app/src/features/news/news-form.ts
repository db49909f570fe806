import {
  type NewsDraft,
  type NewsItem,
  type NewsProblem,
  type NewsRule,
  newsProblems,
} from '@kreide/core/features/news';
import { isDate, isTime, pickedMomentAfter, toInstant, toLocal, toTime } from '@kreide/core/kernel';

/** The values of the form. */
export interface NewsValues extends Omit<NewsDraft, 'publish_at'> {
  /** Published at the date and time below instead of at once. */
  isLater: boolean;
  /** `YYYY-MM-DD` and `HH:MM` in the school's time zone; empty while incomplete. */
  date: string;
  time: string;
}

/** What is invalid: a rule for drafts, or an incomplete date or time. */
export type FormProblem = Omit<NewsProblem, 'rule'> & { rule: NewsRule | 'timeRequired' };

/** The school's time zone and the current time. */
interface Moment {
  zone: string;
  now: Date;
}

const isToCome = (item: NewsItem, now: Date): boolean => Date.parse(item.publish_at) > now.getTime();

/** The form for an existing item or a new one. */
export function toValues(item: NewsItem | null, { zone, now }: Moment): NewsValues {
  const isLater = item !== null && isToCome(item, now);
  const local = toLocal(isLater ? new Date(item.publish_at) : now, zone);
  return {
    title: item?.title ?? '',
    content: item?.content_rendered ?? '',
    is_pinned: item?.is_pinned ?? false,
    is_official: item?.is_official ?? false,
    is_public: item?.is_public ?? false,
    isLater,
    ...(isLater ? { date: local.date, time: toTime(local.minutes) } : pickedMomentAfter(local.date)),
  };
}

/** The form for a draft that was not sent. */
export function draftToValues({ publish_at, ...draft }: NewsDraft, { zone, now }: Moment): NewsValues {
  const isLater = publish_at !== null && Date.parse(publish_at) > now.getTime();
  const { isLater: _, ...empty } = toValues(null, { zone, now });
  const local = isLater ? toLocal(new Date(publish_at), zone) : null;
  return { ...empty, ...draft, isLater, ...(local && { date: local.date, time: toTime(local.minutes) }) };
}

const hasTime = ({ date, time }: NewsValues) => isDate(date) && isTime(time);

/** When it is published: null for at once. A past time counts as now; a published item keeps its time. */
function toPublishAt(values: NewsValues, item: NewsItem | null, { zone, now }: Moment): string | null {
  if (!values.isLater) return item && !isToCome(item, now) ? item.publish_at : null;
  const former = item && isToCome(item, now) ? toValues(item, { zone, now }) : null;
  // The form only knows minutes: an unchanged time keeps its seconds.
  if (item && former?.date === values.date && former.time === values.time) return item.publish_at;
  const instant = toInstant(values.date, values.time, zone);
  return instant <= now ? null : instant.toISOString();
}

/** The request body. The time must be complete. */
export function toDraft(values: NewsValues, item: NewsItem | null, moment: Moment): NewsDraft {
  const { isLater: _, date: __, time: ___, ...draft } = values;
  return { ...draft, publish_at: toPublishAt(values, item, moment) };
}

/** Every problem with the form's values, in field order. */
export function formProblems(values: NewsValues, item: NewsItem | null, moment: Moment): FormProblem[] {
  if (!values.isLater || hasTime(values)) return newsProblems(toDraft(values, item, moment), moment.now);
  const problem = { field: 'publish_at', rule: 'timeRequired', params: {} } as const;
  return [...newsProblems({ ...values, publish_at: null }, moment.now), problem];
}

/** Whether both have the same content. A time counts only where the item is scheduled. */
export function isSame(one: NewsValues, other: NewsValues): boolean {
  const keys = Object.keys(one) as (keyof NewsValues)[];
  return keys.every((key) => one[key] === other[key] || (!one.isLater && (key === 'date' || key === 'time')));
}

/** A draft as stored on the device; null for anything else. */
export function parseValues(kept: unknown, empty: NewsValues): NewsValues | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const values = kept as Record<string, unknown>;
  const isWhole = Object.entries(empty).every(([key, value]) => typeof values[key] === typeof value);
  return isWhole ? (kept as NewsValues) : null;
}
