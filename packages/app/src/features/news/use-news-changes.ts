import { type NewsItem, newsApi } from '@kreide/core/features/news';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { applyToNews, useNewsReader } from './apply-news.ts';

/** Pinning and deleting an item: shown at once, rolled back when the server refuses. */
export function useNewsChanges(item: NewsItem) {
  const { t } = useTranslation('news');
  const reader = useNewsReader();
  const args = { params: { id: String(item.id) } };
  const pin = useMutation(
    mutationOf(newsApi.pin, {
      touches: [newsApi.feed, newsApi.get],
      echo: ({ body }) => applyToNews({ type: 'saved', item: { ...item, ...body } }, reader()),
    }),
  );
  const restore = useMutation({
    ...mutationOf(newsApi.restore, { touches: [newsApi.feed] }),
    onSuccess: (restored) => {
      applyToNews({ type: 'saved', item: restored }, reader());
      toasts.show('success', t('changes.restored', { title: item.title }));
    },
  });
  const remove = useMutation({
    ...mutationOf(newsApi.remove, {
      touches: [newsApi.feed],
      echo: () => applyToNews({ type: 'removed', id: item.id }, reader()),
    }),
    // The card that was pressed is gone by then.
    onSuccess: () => {
      const undo = { label: t('changes.undo'), onAction: () => restore.mutate(args) };
      toasts.show('success', t('changes.deleted', { title: item.title }), undo);
    },
  });
  return {
    pin: (is_pinned: boolean) => pin.mutate({ ...args, body: { is_pinned } }),
    remove: () => remove.mutate(args),
  };
}
