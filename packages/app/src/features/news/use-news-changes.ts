import { getNews, type NewsItem, newsApi, newsFeed } from '@kreide/core/features/news';
import { useMutation } from '@tanstack/react-query';
import { mutationOf, queuedMutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { applyToNews, useNewsReader } from './apply-news.ts';

/** Pinning and deleting an item: shown at once, rolled back when the server refuses, sent later without a network. */
export function useNewsChanges(item: NewsItem) {
  const { t } = useTranslation('news');
  const reader = useNewsReader();
  const args = { params: { id: String(item.id) } };
  const pin = useMutation(
    queuedMutationOf(newsApi.pin, {
      about: ({ body }) => t(body.is_pinned ? 'unsent.pin' : 'unsent.unpin', { title: item.title }),
      touches: [newsFeed, getNews],
      echo: ({ body }) => applyToNews({ type: 'saved', item: { ...item, ...body } }, reader()),
    }),
  );
  const restore = useMutation({
    ...mutationOf(newsApi.restore, { touches: [newsFeed] }),
    onSuccess: (restored) => {
      applyToNews({ type: 'saved', item: restored }, reader());
      toasts.show('success', t('changes.restored', { title: item.title }), { topic: `news ${item.id}` });
    },
  });
  const remove = useMutation({
    ...queuedMutationOf(newsApi.remove, {
      about: () => t('unsent.remove', { title: item.title }),
      touches: [newsFeed],
      echo: () => applyToNews({ type: 'removed', id: item.id }, reader()),
    }),
    // The card that was pressed is gone by then.
    onSuccess: (answer) => {
      if (answer === null) return;
      const undo = { label: t('changes.undo'), onAction: () => restore.mutate(args) };
      toasts.show('success', t('changes.deleted', { title: item.title }), { action: undo, topic: `news ${item.id}` });
    },
  });
  return {
    pin: (is_pinned: boolean) => pin.mutate({ ...args, body: { is_pinned } }),
    remove: () => remove.mutate(args),
  };
}
