import {
  type NewsDraft,
  type NewsItem,
  type NewsProblem,
  type NewsRule,
  type newsApi,
  newsProblems,
} from '@kreide/core/features/news';
import { type BodyOf, isDate, isTime, pickedMomentAfter, toInstant, toLocal, toTime } from '@kreide/core/kernel';

/** The values of the form. */
export interface NewsValues extends Omit<NewsDraft, 'publish_at' | 'channels' | 'user_ids'> {
  /** Receivers of a new item; those of one that there is stay. */
  channels: number[];
  user_ids: number[];
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
    is_notifiable: item?.is_notifiable ?? true,
    is_confirmable: item?.is_confirmable ?? false,
    channels: item?.channels.map(({ id }) => id) ?? [],
    user_ids: item?.user_ids ?? [],
    isLater,
    ...(isLater ? { date: local.date, time: toTime(local.minutes) } : pickedMomentAfter(local.date)),
  };
}

/** What is sent: receivers go with a new item only. */
export type NewsBody = BodyOf<typeof newsApi.create>;

/** The form for a draft that was not sent. */
export function draftToValues(
  { publish_at, channels = [], user_ids = [], is_notifiable = true, is_confirmable = false, ...draft }: NewsBody,
  { zone, now }: Moment,
): NewsValues {
  const isLater = publish_at !== null && Date.parse(publish_at) > now.getTime();
  const { isLater: _, ...empty } = toValues(null, { zone, now });
  const local = isLater ? toLocal(new Date(publish_at), zone) : null;
  return {
    ...empty,
    ...draft,
    channels,
    user_ids,
    is_notifiable,
    is_confirmable,
    isLater,
    ...(local && { date: local.date, time: toTime(local.minutes) }),
  };
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
export function toDraft(values: NewsValues, item: NewsItem | null, moment: Moment): NewsBody {
  const { isLater: _, date: __, time: ___, channels, user_ids, ...draft } = values;
  const publish_at = toPublishAt(values, item, moment);
  return item ? { ...draft, publish_at } : { ...draft, publish_at, channels, user_ids };
}

/** Every problem with the form's values, in field order. */
export function formProblems(values: NewsValues, item: NewsItem | null, moment: Moment): FormProblem[] {
  const { channels, user_ids } = values;
  if (!values.isLater || hasTime(values))
    return newsProblems({ ...toDraft(values, item, moment), channels, user_ids }, moment.now);
  const problem = { field: 'publish_at', rule: 'timeRequired', params: {} } as const;
  return [...newsProblems({ ...values, publish_at: null }, moment.now), problem];
}

/** Whether both have the same content. A time counts only where the item is scheduled. */
export function isSame(one: NewsValues, other: NewsValues): boolean {
  const keys = Object.keys(one) as (keyof NewsValues)[];
  return keys.every(
    (key) => String(one[key]) === String(other[key]) || (!one.isLater && (key === 'date' || key === 'time')),
  );
}

/** A draft as stored on the device; null for anything else. */
export function parseValues(kept: unknown, empty: NewsValues): NewsValues | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const values = kept as Record<string, unknown>;
  const isWhole = Object.entries(empty).every(
    ([key, value]) => typeof values[key] === typeof value && Array.isArray(values[key]) === Array.isArray(value),
  );
  return isWhole ? (kept as NewsValues) : null;
}
