import type { FileEntry } from '@kreide/core/features/files';
import {
  type NewsDraft,
  type NewsFile,
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
  /** Its files in their order; what has no name is one of a draft whose files are known by nothing else any more. */
  files: FileEntry[];
  /** The uuid of the picture above the title; empty: none. */
  preview: string;
  /** The survey that it carries. */
  survey: { id: number } | null;
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

/** What an item has that a change names only when it is another. */
const toCarried = (item: NewsItem | null) => ({
  preview: item?.preview?.uuid ?? '',
  survey: item?.survey_form_id ? { id: item.survey_form_id } : null,
});

/** A file of a draft that was not sent: what it was called is not known any more. */
const toUnnamed = ({ uuid, alt_name = '' }: NewsFile): FileEntry => ({
  uuid,
  alt_name,
  name: '',
  type: '',
  extension: '',
  size: 0,
  width: null,
  height: null,
  url: '',
});

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
    files: item?.attachments ?? [],
    ...toCarried(item),
    isLater,
    ...(isLater ? { date: local.date, time: toTime(local.minutes) } : pickedMomentAfter(local.date)),
  };
}

/** What is sent: receivers go with a new item only. */
export type NewsBody = BodyOf<typeof newsApi.create>;

/** The form for a draft that was not sent. */
export function draftToValues(body: NewsBody, { zone, now }: Moment): NewsValues {
  const { publish_at, channels = [], user_ids = [], is_notifiable = true, is_confirmable = false, ...rest } = body;
  const { files = [], preview, survey_form_id, ...draft } = rest;
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
    files: files.map(toUnnamed),
    preview: preview?.uuid ?? '',
    survey: survey_form_id ? { id: survey_form_id } : null,
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
  const { isLater: _, date: __, time: ___, channels, user_ids, files, preview, survey, ...draft } = values;
  const former = toCarried(item);
  const body = {
    ...draft,
    publish_at: toPublishAt(values, item, moment),
    files: files.map(({ uuid, alt_name }) => ({ uuid, alt_name })),
    ...(preview !== former.preview && { preview: preview === '' ? null : { uuid: preview } }),
    ...(survey?.id !== former.survey?.id && { survey_form_id: survey?.id ?? null }),
  };
  return item ? body : { ...body, channels, user_ids };
}

/** Every problem with the form's values, in field order. */
export function formProblems(values: NewsValues, item: NewsItem | null, moment: Moment): FormProblem[] {
  const { channels, user_ids, survey } = values;
  const carried = { channels, user_ids, survey_form_id: survey?.id ?? null };
  if (!values.isLater || hasTime(values))
    return newsProblems({ ...toDraft(values, item, moment), ...carried }, moment.now);
  const problem = { field: 'publish_at', rule: 'timeRequired', params: {} } as const;
  return [...newsProblems({ ...values, ...carried, publish_at: null }, moment.now), problem];
}

/** Whether both have the same content. A time counts only where the item is scheduled. */
export function isSame(one: NewsValues, other: NewsValues): boolean {
  const keys = Object.keys(one) as (keyof NewsValues)[];
  return keys.every(
    (key) =>
      JSON.stringify(one[key]) === JSON.stringify(other[key]) || (!one.isLater && (key === 'date' || key === 'time')),
  );
}

/** A draft as stored on the device; null for anything else. What it does not say yet is as in an empty form. */
export function parseValues(kept: unknown, empty: NewsValues): NewsValues | null {
  if (typeof kept !== 'object' || kept === null || !('title' in kept && 'content' in kept)) return null;
  const values: Record<string, unknown> = { ...empty, ...kept };
  const isWhole = Object.entries(empty).every(
    ([key, value]) => typeof values[key] === typeof value && Array.isArray(values[key]) === Array.isArray(value),
  );
  return isWhole ? { ...empty, ...(kept as NewsValues) } : null;
}
