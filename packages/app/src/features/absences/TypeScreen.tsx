import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Management.module.css';
import { allTypesQuery } from './management-queries.ts';
import { TypeForm } from './TypeForm.tsx';

/** `/management/:schoolUuid/absence-categories/:absenceTypeId`: one type; `new` makes one (T-2.90). */
export function TypeScreen() {
  const { t } = useTranslation('absences');
  const { absenceTypeId = '' } = useParams();
  const { permissions, school } = useSelf();
  const isAllowed = permissions.includes('edit-school');
  const isNew = absenceTypeId === 'new';
  const types = useQuery({ ...allTypesQuery(), enabled: isAllowed && !isNew });
  if (!isAllowed) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  const back = `/management/${school.uuid}/absence-categories`;
  return (
    <div className={styles.screen}>
      <WayBack href={back} label={t('manage.back')} />
      {isNew ? (
        <TypeForm known={null} back={back} />
      ) : (
        <Loaded query={types} skeleton={{ items: 3, label: t('list.loading') }} errorTitle={t('manage.errorTitle')}>
          {(all) => {
            const known = all.find(({ id }) => id === absenceTypeId);
            return known ? (
              <TypeForm key={known.id} known={known} back={back} />
            ) : (
              <EmptyState icon="search" title={t('manage.missingTitle')} text={t('manage.missingText')} />
            );
          }}
        </Loaded>
      )}
    </div>
  );
}
