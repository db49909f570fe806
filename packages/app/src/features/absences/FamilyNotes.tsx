import { isAllowed } from '@kreide/core/kernel';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { DraftCard } from './AbsenceCard.tsx';
import { AbsenceList } from './AbsenceList.tsx';
import styles from './Absences.module.css';
import { listQuery, presetQuery, type Whom } from './queries.ts';

interface FamilyNotesProps {
  book: number;
  family: readonly Whom[];
  isNew: boolean;
}

/** The sick notes of one's children, or one's own (T-1.05). */
export function FamilyNotes({ book, family, isNew }: FamilyNotesProps) {
  const { t } = useTranslation('absences');
  const [first] = family;
  const query = useInfiniteQuery(listQuery(book, { filter: 'ALL', order: 'default' }));
  const preset = useQuery({
    ...presetQuery(book, first ?? { entity: 'users', id: 0 }),
    enabled: first !== undefined,
  }).data;
  return (
    <>
      <p className={styles.muted}>{t('family.intro')}</p>
      {preset && isAllowed(preset.can, 'create-absences') && (
        <div>
          <LinkButton look="primary" icon="plus" href={`/sicknotes/${book}/overview/new`}>
            {t('reportTitle')}
          </LinkButton>
        </div>
      )}
      {isNew && <DraftCard />}
      <AbsenceList query={query} emptyText={t('family.emptyText')} />
    </>
  );
}
