import { getNews, type NewsItem, newsApi, newsFeed } from '@kreide/core/features/news';
import { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryOf, queuedMutationOf, writeQuery } from '../../kernel/data.ts';
import type { SentOrWaiting } from '../../kernel/outbox.ts';
import { queries } from '../../kernel/query.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { applyToNews, useNewsReader } from './apply-news.ts';
import { formProblems, isSame, type NewsValues, toDraft, toValues } from './news-form.ts';

/** What is invalid, in words; without a field it concerns the whole form. */
export interface Problem {
  field: string | null;
  text: string;
}

const newKey = () => crypto.randomUUID();

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

/** Is a problem about something that was changed? What is carried can take the place of a text. */
function concerns(part: Partial<NewsValues>, field: string | null): boolean {
  const [name = ''] = (field ?? '').split('.');
  const isTime = 'isLater' in part || 'date' in part || 'time' in part;
  return name in part || (isTime && name === 'publish_at') || ('survey' in part && name === 'survey_form_id');
}

/** The form of an item: its values, its errors, and submitting it once. No failure loses what was written. */
export function useNewsForm({ item, draft, own: unsentText = null, onSaved }: NewsFormOptions) {
  const { t } = useTranslation(['news', 'errors']);
  const zone = useSelf().school.time_zone;
  const reader = useNewsReader();
  /** The edited item as loaded from the server, and its form values. */
  const [base, setBase] = useState(() => ({ item, values: toValues(item, { zone, now: new Date() }) }));
  const [values, setValues] = useState(draft ?? base.values);
  /** Changes when the text is replaced from outside the editor. */
  const [edition, setEdition] = useState(0);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [error, setError] = useState<ApiError | null>(null);
  /** The user's text when a newer version was loaded over it. */
  const [own, setOwn] = useState(unsentText);
  /** The same content is sent with the same idempotency key, so a retry after a lost answer creates no second item. */
  const [idempotencyKey, setKey] = useState(newKey);
  const options = { touches: [newsFeed], idempotencyKey };
  const create = useMutation(
    queuedMutationOf(newsApi.create, {
      ...options,
      about: ({ body }) => t('unsent.create', { title: body.title }),
      editPath: '/news/create',
    }),
  );
  const update = useMutation(
    queuedMutationOf(newsApi.update, {
      ...options,
      about: ({ body }) => t('unsent.update', { title: body.title }),
      editPath: `/news/${item?.id}/edit`,
    }),
  );
  const [isLoading, setLoading] = useState(false);
  const isPending = create.isPending || update.isPending;

  const current = useRef({ isChanged: false, isSaved: false });
  useEffect(() => {
    current.current.isChanged = own !== null || !isSame(base.values, values);
  }, [own, base, values]);

  const change = useCallback((part: Partial<NewsValues>) => {
    setValues((former) => ({ ...former, ...part }));
    setKey(newKey());
    setProblems((all) => all.filter(({ field }) => !concerns(part, field)));
  }, []);
  /** The same for what depends on how it is at that moment. */
  const carry = useCallback((toPart: (former: NewsValues) => Partial<NewsValues>) => {
    setValues((former) => ({ ...former, ...toPart(former) }));
    setKey(newKey());
    setProblems((all) =>
      all.filter(({ field }) => !concerns({ files: [], preview: '', survey: null, content: '' }, field)),
    );
  }, []);

  function put(next: NewsValues) {
    setValues(next);
    setEdition((former) => former + 1);
    setKey(newKey());
    setProblems([]);
    setError(null);
  }

  function send(now: Date): Promise<SentOrWaiting<NewsItem>> {
    const body = toDraft(values, base.item, { zone, now });
    if (!base.item) return create.mutateAsync({ body });
    const { id, updated_at } = base.item;
    return update.mutateAsync({ params: { id: String(id) }, body: { ...body, updated_at } });
  }

  /** Shows what is wrong; true when nothing is. */
  function check(now = new Date()): boolean {
    const found = formProblems(values, base.item, { zone, now });
    setProblems(found.map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })));
    setError(null);
    return found.length === 0;
  }

  async function submit() {
    if (isPending) return;
    const now = new Date();
    if (!check(now)) return;
    try {
      const answer = await send(now);
      current.current.isSaved = true;
      const saved = answer?.data ?? null;
      if (saved === null) return onSaved(null);
      applyToNews({ type: 'saved', item: saved }, reader());
      await writeQuery(getNews, { params: { id: String(saved.id) } }, saved);
      onSaved(saved);
    } catch (thrown) {
      const failure = ApiError.from(thrown);
      const issues = failure.issues.map(({ path, message }) => ({ field: path.replace(/^body\./, ''), text: message }));
      setProblems(issues);
      if (issues.length === 0) setError(failure);
    }
  }

  /** Loads the newer version into the form and keeps the user's text beside it. */
  async function loadNewer() {
    if (!base.item) return;
    setLoading(true);
    try {
      const args = { params: { id: String(base.item.id) } };
      const newer = await queries.fetchQuery(queryOf(getNews, args, { staleTime: 0 }));
      const next = toValues(newer, { zone, now: new Date() });
      setOwn(values);
      setBase({ item: newer, values: next });
      put(next);
    } catch (thrown) {
      setError(ApiError.from(thrown));
    } finally {
      setLoading(false);
    }
  }

  function takeOwn() {
    if (!own) return;
    put({ ...values, title: own.title, content: own.content });
    setOwn(null);
  }

  return {
    base,
    values,
    edition,
    problems,
    error,
    own,
    isPending,
    isLoading,
    change,
    carry,
    check,
    submit,
    loadNewer,
    takeOwn,
    /** Discards all changes. */
    reset: () => put(base.values),
    /** Whether leaving would lose changes. */
    isChanged: useCallback(() => current.current.isChanged && !current.current.isSaved, []),
    isTouched: !isSame(base.values, values),
    isSaved: useCallback(() => current.current.isSaved, []),
  };
}

export type NewsFormState = ReturnType<typeof useNewsForm>;
