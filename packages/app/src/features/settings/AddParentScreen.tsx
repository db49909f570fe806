import { familyApi } from '@kreide/core/features/users';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import styles from './Family.module.css';
import { Section } from './Section.tsx';

const STEPS = ['code', 'register', 'linked'] as const;

/** How a second parent gets in, and who was invited already (P-2.62, P-7.71). */
export function AddParentScreen() {
  const { t } = useTranslation('settings');
  const { id = 'self' } = useParams();
  const pending = useQuery(queryOf(familyApi.listPendingParents, { params: { id } }, { staleTime: 0 }));
  return (
    <div className={styles.page}>
      <Section title={t('family.stepsTitle')}>
        <ol className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step}>{t(`family.step_${step}`)}</li>
          ))}
        </ol>
      </Section>
      <Section title={t('family.pendingTitle')}>
        <Loaded
          query={pending}
          skeleton={{ items: 1, label: t('family.loading') }}
          errorTitle={t('family.errorTitle')}
          headingLevel={3}
          empty={<p className={styles.muted}>{t('family.pendingNone')}</p>}
        >
          {(links) => (
            <ul className={styles.list} aria-label={t('family.pendingTitle')}>
              {links.map(({ parent_id, user }) => (
                <li key={parent_id} className={styles.row}>
                  {user.displayname}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Section>
      <div>
        <LinkButton icon="arrowLeft" href={`/settings/${id}/family`}>
          {t('pages.family.title')}
        </LinkButton>
      </div>
    </div>
  );
}
