import { peopleApi } from '@kreide/core/features/users';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Section } from '../settings/index.ts';
import { ArchiveForm } from './ArchiveForm.tsx';
import { ArchiveList } from './ArchiveList.tsx';
import styles from './PersonalData.module.css';

/** `/users/:id/personal-data`: the stored data about somebody, for those who have to answer them (P-7.61). */
export function PersonDataScreen() {
  const { t } = useTranslation('personal-data');
  const { id = '' } = useParams();
  const manages = useSelf().permissions.includes('manage-users');
  const person = useQuery({ ...queryOf(peopleApi.get, { params: { id } }), enabled: manages });
  if (!manages) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  return (
    <div className={styles.page}>
      <WayBack href={`/users/${id}`} label={t('back')} />
      <Loaded query={person} skeleton={{ items: 2, label: t('list.loading') }} errorTitle={t('list.errorTitle')}>
        {({ displayname }) => (
          <>
            <Section title={displayname} about={t('aboutOf', { name: displayname })}>
              <p className={styles.muted}>{t('leftOut')}</p>
              <ArchiveForm id={id} />
            </Section>
            <ArchiveList id={id} />
          </>
        )}
      </Loaded>
    </div>
  );
}
