import type { Absence } from '@kreide/core/features/absences';
import type { ComponentProps, ReactNode } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { AbsenceCard } from './AbsenceCard.tsx';
import styles from './Absences.module.css';

interface AbsenceListProps {
  query: ComponentProps<typeof InfiniteList<Absence>>['query'];
  emptyText: string;
  /** Beside the badge of each, such as a box to choose it. */
  choiceOf?: (absence: Absence) => ReactNode;
}

/** Absences page by page. */
export function AbsenceList({ query, emptyText, choiceOf }: AbsenceListProps) {
  const { t } = useTranslation('absences');
  return (
    <InfiniteList
      query={query}
      idOf={({ uuid }) => uuid}
      className={styles.rows}
      label={t('list.label')}
      skeleton={{ items: 3, label: t('list.loading') }}
      errorTitle={t('list.errorTitle')}
      headingLevel={3}
      empty={<EmptyState icon="checkCircle" title={t('list.emptyTitle')} text={emptyText} headingLevel={3} />}
    >
      {(absence) => <AbsenceCard absence={absence} choice={choiceOf?.(absence)} />}
    </InfiniteList>
  );
}
