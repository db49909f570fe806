import { CLASSBOOK_PAGE, type ClassbookEntry, classbookApi } from '@kreide/core/features/classbook';
import { isAllowed } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Classbook.module.css';
import { HomeworkCard } from './HomeworkCard.tsx';
import { NoticeCard } from './NoticeCard.tsx';

const HomeworkForm = late(async () => (await import('./HomeworkForm.tsx')).HomeworkForm);
const NoticeForm = late(async () => (await import('./NoticeForm.tsx')).NoticeForm);

/** The homework that was given in a lesson. */
export function EntryHomework({ entry }: { entry: ClassbookEntry }) {
  const { t } = useTranslation('classbook');
  const isSeen = useSelf().permissions.includes('view-homeworks');
  const [isOpen, setOpen] = useState(false);
  const args = { params: { id: String(entry.classbook_id) }, query: { entry_id: String(entry.id) } };
  const query = useInfiniteQuery({
    ...infiniteQueryOf(classbookApi.listHomeworks, args, CLASSBOOK_PAGE),
    enabled: isSeen,
  });
  if (!isSeen) return null;
  return (
    <section className={styles.panel} aria-label={t('homework.title')}>
      <div className={styles.head}>
        <h3>{t('homework.title')}</h3>
        {isAllowed(entry.can, 'create-homework') && (
          <Button icon="plus" onPress={() => setOpen(true)}>
            {t('homework.add')}
          </Button>
        )}
      </div>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t('homework.title')}
        skeleton={{ items: 1, label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<p className={styles.muted}>{t('homework.none')}</p>}
      >
        {(homework) => <HomeworkCard homework={homework} />}
      </InfiniteList>
      {isOpen && (
        <Suspense fallback={null}>
          <HomeworkForm entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** The notices of a lesson, with those that were deleted for who may see how it came to that. */
export function EntryNotices({ entry, userId }: { entry: ClassbookEntry; userId?: number }) {
  const { t } = useTranslation('classbook');
  const isSeen = useSelf().permissions.includes('view-notices');
  const [isOpen, setOpen] = useState(false);
  const params = { id: String(entry.classbook_id), entryId: String(entry.id) };
  const query = useInfiniteQuery({
    ...infiniteQueryOf(
      classbookApi.listEntryNotices,
      { params, query: { with_deleted: '1' as const } },
      CLASSBOOK_PAGE,
    ),
    enabled: isSeen,
  });
  if (!isSeen) return null;
  const data =
    userId === undefined ? query.data : query.data?.filter(({ users }) => users.some(({ id }) => id === userId));
  return (
    <section className={styles.panel} aria-label={t('notice.title')}>
      <div className={styles.head}>
        <h3>{t('notice.title')}</h3>
        {isAllowed(entry.can, 'create-notice') && (
          <Button icon="plus" onPress={() => setOpen(true)}>
            {t('notice.add')}
          </Button>
        )}
      </div>
      <InfiniteList
        query={{ ...query, data }}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t('notice.title')}
        skeleton={{ items: 1, label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<p className={styles.muted}>{t('notice.none')}</p>}
      >
        {(notice) => <NoticeCard notice={notice} />}
      </InfiniteList>
      {isOpen && (
        <Suspense fallback={null}>
          <NoticeForm entry={entry} {...(userId !== undefined && { users: [userId] })} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
