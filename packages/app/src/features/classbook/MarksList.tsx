import { CLASSBOOK_PAGE, classbookApi, type MarkRow } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import { typeLookOf } from '../absences/index.ts';
import { BookList } from './BookList.tsx';
import styles from './Classbook.module.css';
import { LessonLine } from './LessonLine.tsx';
import { Person } from './MembersTab.tsx';
import { useList } from './use-list.ts';

/** Who was absent or late, newest lesson first. */
export function MarksList() {
  const { args, bar } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listMarks, args, CLASSBOOK_PAGE));
  return (
    <BookList query={query} bar={bar}>
      {(row) => (
        <div className={styles.mark}>
          <Person member={row.user} end={<MarkTag mark={row} />} />
          <LessonLine entry={row.entry} />
        </div>
      )}
    </BookList>
  );
}

/** Absent, and whether that is excused, or so many minutes late. */
export function MarkTag({ mark: { kind, minutes, state } }: { mark: Pick<MarkRow, 'kind' | 'minutes' | 'state'> }) {
  const { t } = useTranslation('classbook');
  if (kind !== 'absent') return <Tag look="outline">{t('entry.minutesLate', { count: minutes })}</Tag>;
  return (
    <span className={styles.tags}>
      <Tag look="inverse">{t('entry.absent')}</Tag>
      {state !== null && <Tag {...typeLookOf({ state, key: null })}>{t(`filters.${state}`)}</Tag>}
    </span>
  );
}
