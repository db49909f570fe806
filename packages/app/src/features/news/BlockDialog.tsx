import { getNews, type NewsItem, newsFeed } from '@kreide/core/features/news';
import { usersApi } from '@kreide/core/features/users';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './NewsPages.module.css';

/** Blocks whoever wrote an item: a soft deletion of their account, which the server refuses to most (C-6.37). */
export function BlockDialog({ item, onClose }: { item: NewsItem; onClose: () => void }) {
  const { t } = useTranslation(['news', 'shell']);
  const name = item.user?.displayname ?? '';
  const block = useMutation({
    ...mutationOf(usersApi.remove, { messages: false, touches: [newsFeed, getNews] }),
    onSuccess: () => {
      toasts.show('success', t('block.done', { name }), { topic: 'news block' });
      onClose();
    },
  });
  const { error } = block;
  return (
    <ConfirmDialog
      title={t('block.title', { name })}
      texts={{ confirm: t('menu.block'), cancel: t('form.cancel'), close: t('shell:close') }}
      isPending={block.isPending}
      onConfirm={() => block.mutate({ params: { id: String(item.user_id) } })}
      onClose={onClose}
    >
      <div className={styles.list}>
        <p>{t('block.about')}</p>
        <Problem text={error && (error.code === 'forbidden' ? t('block.refused') : toSaid(error))} />
      </div>
    </ConfirmDialog>
  );
}
