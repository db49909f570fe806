import { CLASSBOOK_PAGE, classbookApi, type MarkRow } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import { EmptyList } from './book-context.tsx';
import styles from './Classbook.module.css';
import { LessonLine } from './LessonLine.tsx';
import { ListBar } from './ListBar.tsx';
import { Person } from './MembersTab.tsx';
import { useList } from './use-list.ts';

/** Who was absent or late, newest lesson first (T-2.60). */
export function AbsencesTab() {
  const { t } = useTranslation('classbook');
  const { args, typed, setTyped } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listMarks, args, CLASSBOOK_PAGE));
  return (
    <div className={styles.list}>
      <ListBar typed={typed} onType={setTyped} />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t('tabs.absences')}
        skeleton={{ label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<EmptyList />}
      >
        {(row) => (
          <div className={styles.mark}>
            <Person member={row.user} end={<MarkTag mark={row} />} />
            <LessonLine entry={row.entry} />
          </div>
        )}
      </InfiniteList>
    </div>
  );
}

/** Absent, or so many minutes late. */
export function MarkTag({ mark: { kind, minutes } }: { mark: Pick<MarkRow, 'kind' | 'minutes'> }) {
  const { t } = useTranslation('classbook');
  return kind === 'absent' ? (
    <Tag look="inverse">{t('entry.absent')}</Tag>
  ) : (
    <Tag look="outline">{t('entry.minutesLate', { count: minutes })}</Tag>
  );
}
