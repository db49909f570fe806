import { classbookApi } from '@kreide/core/features/classbook';
import { writeMoment } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Classbook.module.css';

/** How a notice came to be what it is, newest step first (T-2.140). */
export function HistoryDialog({ book, id, onClose }: { book: number; id: number; onClose: () => void }) {
  const { t, language } = useTranslation('classbook');
  const { school } = useSelf();
  const args = { params: { id: String(book), noticeId: String(id) } };
  const query = useQuery(queryOf(classbookApi.getNoticeHistory, args, { staleTime: 0 }));
  return (
    <Dialog isOpen title={t('notice.history')} onClose={onClose} closeLabel={t('close')}>
      <Loaded
        query={query}
        skeleton={{ items: 2, label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
      >
        {(steps) => (
          <ol className={styles.steps} aria-label={t('notice.history')}>
            {steps.map(({ id: step, kind, at, by, message, category, users_count }) => (
              <li key={step} className={styles.step}>
                <b>{t(`notice.steps.${kind}`, { name: by ?? t('notice.somebody') })}</b>
                <span className={styles.small}>{writeMoment(language, new Date(at), school.time_zone, 'medium')}</span>
                <p className={styles.message}>{message}</p>
                <span className={styles.tags}>
                  <Tag look="outline">{category}</Tag>
                  {users_count > 0 && <Tag>{t('notice.userCount', { count: users_count })}</Tag>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}
