import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '../../kernel/use-translation.ts';
import { AbsenceList, listQuery } from '../absences/index.ts';
import { useBookContext } from './book-context.ts';
import styles from './Classbook.module.css';
import { ListBar } from './ListBar.tsx';
import { useList } from './use-list.ts';

/** The absences of a class, or of everybody whom one sees, as far as the filters let them through. */
export function ReportedList() {
  const { t } = useTranslation('classbook');
  const { book, unit } = useBookContext();
  const { args, bar } = useList();
  const { entity: _, entity_id, ...query } = args.query;
  const ofClass = unit.entity === 'grades' && !entity_id.startsWith('all-') && { grades_enrollment_id: entity_id };
  return (
    <div className={styles.list}>
      <ListBar {...bar} />
      <AbsenceList
        headingLevel={3}
        query={useInfiniteQuery(listQuery(book.id, { ...query, ...ofClass }))}
        emptyText={t('absences.emptyText')}
      />
    </div>
  );
}
