import { getNews, type NewsItem, newsApi, newsFeed } from '@kreide/core/features/news';
import { useCallback, useRef, useState } from 'react';
import { queryOf, queuedMutationOf, runMutation, writeQuery } from '../../kernel/data.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { applyToNews, useNewsReader } from './apply-news.ts';
import { formProblems, isSame, type NewsValues, toDraft, toValues } from './news-form.ts';

interface NewsFormOptions {
  /** The item being edited; null for a new one. */
  item: NewsItem | null;
  /** The stored draft of a new item. */
  draft: NewsValues | null;
  /** What was written before over an existing item and not saved. */
  own?: NewsValues | null;
  /** The saved item; null while it waits on the device for the network. */
  onSaved: (item: NewsItem | null) => void;
}

/** Those at which something can be wrong. */
const FIELDS = [
  'channels',
  'user_ids',
  'title',
  'content',
  'files',
  'preview',
  'survey_form_id',
  'publish_at',
] as const;

/** The form of an item: its values, its errors, and submitting it once. No failure loses what was written. */
export function useNewsForm({ item, draft, own: unsentText = null, onSaved }: NewsFormOptions) {
  const { t } = useTranslation('news');
  const zone = useSelf().school.time_zone;
  const reader = useNewsReader();
  /** The text of a change that was not sent, beside the item as it is now. */
  const [own, setOwn] = useState(unsentText);
  const hasOwn = useRef(own !== null);
  const isSaved = useRef(false);
  /** The same content is sent with the same idempotency key, so a retry after a lost answer creates no second item. */
  const sent = useRef<{ values: NewsValues | null; item: NewsItem | null; idempotencyKey: string }>({
    values: null,
    item: null,
    idempotencyKey: '',
  });
  const form = useForm({
    base: () => toValues(item, { zone, now: new Date() }),
    initial: () => draft ?? toValues(item, { zone, now: new Date() }),
    item,
    fields: FIELDS,
    isSame,
    problems: (values, present) =>
      formProblems(values, present, { zone, now: new Date() }).map(({ field, rule, params }) => ({
        field,
        text: t(`rules.${rule}`, params),
      })),
    send: (values, present) => {
      const body = toDraft(values, present, { zone, now: new Date() });
      if (sent.current.values !== values || sent.current.item !== present)
        sent.current = { values, item: present, idempotencyKey: crypto.randomUUID() };
      const options = { touches: [newsFeed], idempotencyKey: sent.current.idempotencyKey };
      if (!present) {
        const about = () => t('unsent.create', { title: body.title });
        return runMutation(queuedMutationOf(newsApi.create, { ...options, about, editPath: '/news/create' }), { body });
      }
      const { id, updated_at } = present;
      const about = () => t('unsent.update', { title: body.title });
      const change = queuedMutationOf(newsApi.update, { ...options, about, editPath: `/news/${id}/edit` });
      return runMutation(change, { params: { id: String(id) }, body: { ...body, updated_at } });
    },
    onSaved: async (answer) => {
      isSaved.current = true;
      const saved = answer?.data ?? null;
      if (saved === null) return onSaved(null);
      applyToNews({ type: 'saved', item: saved }, reader());
      await writeQuery(getNews, { params: { id: String(saved.id) } }, saved);
      onSaved(saved);
    },
    newest: async () => {
      const newer = await queries.fetchQuery(queryOf(getNews, { params: { id: String(item?.id) } }, { staleTime: 0 }));
      return { item: newer, values: toValues(newer, { zone, now: new Date() }) };
    },
  });
  const { values } = form;

  function takeOwn() {
    if (!own) return;
    form.fill({ ...values, title: own.title, content: own.content });
    hasOwn.current = false;
    setOwn(null);
  }

  const { isChanged } = form;
  return {
    ...form,
    own,
    takeOwn,
    /** Whether leaving would lose changes. */
    isChanged: useCallback(() => (hasOwn.current && !isSaved.current) || isChanged(), [isChanged]),
    isSaved: useCallback(() => isSaved.current, []),
  };
}

export type NewsFormState = ReturnType<typeof useNewsForm>;
