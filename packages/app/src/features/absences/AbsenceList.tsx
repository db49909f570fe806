import type { Absence } from '@kreide/core/features/absences';
import type { ComponentProps } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { AbsenceCard } from './AbsenceCard.tsx';
import styles from './Absences.module.css';

interface AbsenceListProps {
  query: ComponentProps<typeof InfiniteList<Absence>>['query'];
  emptyText: string;
  /** Of what stands in its place where there is none; 3 below a heading of the page. */
  headingLevel?: 2 | 3;
}

/** Absences page by page. */
export function AbsenceList({ query, emptyText, headingLevel = 2 }: AbsenceListProps) {
  const { t } = useTranslation('absences');
  return (
    <InfiniteList
      query={query}
      idOf={({ uuid }) => uuid}
      className={styles.rows}
      label={t('list.label')}
      skeleton={{ items: 3, label: t('list.loading') }}
      errorTitle={t('list.errorTitle')}
      headingLevel={headingLevel}
      empty={
        <EmptyState icon="checkCircle" title={t('list.emptyTitle')} text={emptyText} headingLevel={headingLevel} />
      }
    >
      {(absence) => <AbsenceCard absence={absence} />}
    </InfiniteList>
  );
}
