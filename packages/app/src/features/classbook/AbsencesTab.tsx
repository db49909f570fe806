import { CLASSBOOK_PAGE, classbookApi, type MarkRow } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import { BookList } from './BookList.tsx';
import { useBookContext } from './book-context.ts';
import styles from './Classbook.module.css';
import { LessonLine } from './LessonLine.tsx';
import { Person } from './MembersTab.tsx';
import { useList } from './use-list.ts';

/** Drawn once, so that the list can be scrolled on from there. */
const bringIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' });

/** Who was absent or late, newest lesson first (T-2.60). */
export function AbsencesTab() {
  const { asked } = useBookContext();
  const { args, bar } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listMarks, args, CLASSBOOK_PAGE));
  return (
    <BookList query={query} bar={bar}>
      {(row) => {
        const isSelected = asked.selectedAbsence === String(row.id);
        return (
          <div className={styles.mark} {...(isSelected ? { 'aria-current': 'true' as const, ref: bringIntoView } : {})}>
            <Person member={row.user} end={<MarkTag mark={row} />} />
            <LessonLine entry={row.entry} />
          </div>
        );
      }}
    </BookList>
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
