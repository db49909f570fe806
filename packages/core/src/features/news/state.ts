import type { AskingPerson } from '../../kernel/abilities.ts';
import { newsAbilitiesOf } from './abilities.ts';

import type { NewsItem, NewsOwn, SharedNewsItem } from './schema.ts';

/** Which list: published items or scheduled ones. */
export type NewsList = 'published' | 'scheduled';

/** What happened to an item; the same shape for an answer, an event and an optimistic echo. */
export type NewsChange =
  | { readonly type: 'saved'; readonly item: SharedNewsItem & Partial<NewsOwn> }
  | { readonly type: 'removed'; readonly id: number };

/** The reader of the list and the time: an item moves from one list to the other when it is published. */
export interface NewsReader {
  readonly actor: Pick<AskingPerson, 'user_id' | 'permissions'>;
  readonly now: Date;
}

/** What an event does not say: it is told to all alike. */
const UNKNOWN: NewsOwn = {
  channels: [],
  user_ids: [],
  attachments: [],
  files: [],
  survey_form_id: null,
  survey_uuid: null,
  survey: null,
  meta: { is_receiver: false, is_confirmed: false, statistics: null, exports: null },
};

/** The item with what the reader may do, and what is known of it for this reader alone. */
export const toNewsItem = (
  item: SharedNewsItem & Partial<NewsOwn>,
  actor: Pick<AskingPerson, 'user_id' | 'permissions'>,
  known: NewsOwn = UNKNOWN,
): NewsItem => {
  const whole = { ...known, ...item };
  return { ...whole, can: newsAbilitiesOf(actor, { ...whole, is_receiver: whole.meta.is_receiver }) };
};

/** Published: pinned first, then newest first. Scheduled: earliest first. */
export function compareNews(list: NewsList): (one: SharedNewsItem, other: SharedNewsItem) => number {
  if (list === 'scheduled') return (one, other) => compareTimes(one, other) || one.id - other.id;
  return (one, other) =>
    Number(other.is_pinned) - Number(one.is_pinned) || compareTimes(other, one) || other.id - one.id;
}

const compareTimes = (one: SharedNewsItem, other: SharedNewsItem) =>
  Date.parse(one.publish_at) - Date.parse(other.publish_at);

/**
 * A list of news after a change, as the server would answer it now. Events can arrive late: one that is older than the
 * item in the list changes nothing.
 * @param items in the order of the list; not modified
 */
export function applyNews(
  items: readonly NewsItem[],
  change: NewsChange,
  list: NewsList,
  { actor, now }: NewsReader,
): NewsItem[] {
  const id = change.type === 'saved' ? change.item.id : change.id;
  const known = items.find((item) => item.id === id);
  const others = items.filter((item) => item.id !== id);
  if (change.type === 'removed') return others;
  if (known && Date.parse(known.updated_at) > Date.parse(change.item.updated_at)) return [...items];
  const item = toNewsItem(change.item, actor, known);
  const isDue = Date.parse(item.publish_at) <= now.getTime();
  const belongs = list === 'published' ? isDue : !isDue && item.can.update === 1;
  if (!belongs) return others;
  return [...others, item].sort(compareNews(list));
}
