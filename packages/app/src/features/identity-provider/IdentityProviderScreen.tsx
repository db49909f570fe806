import { identityProviderApi } from '@kreide/core/features/identity-provider';
import { isAllowed } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './IdentityProvider.module.css';
import { Programs } from './Programs.tsx';
import { SwitchOn, TenantCard } from './TenantCard.tsx';

/** Signing in at the programs of the school with the account here: whether, at which, and what they are told. */
export function IdentityProviderScreen() {
  const { t } = useTranslation(['identity-provider', 'shell']);
  const { school } = useSelf();
  const params = { id: `${school.id}` };
  const query = useQuery(queryOf(identityProviderApi.getTenant, { params }, { staleTime: 0 }));
  return (
    <div className={styles.screen}>
      <p className={styles.hint}>{t('intro')}</p>
      <Loaded query={query} skeleton={{ items: 3, label: t('shell:titles.loading') }} errorTitle={t('errorTitle')}>
        {(settings) => {
          const { tenant, can } = settings;
          if (!isAllowed(can, 'update'))
            return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
          if (!tenant?.is_on)
            return (
              <Card isRoomy>
                <SwitchOn params={params} passes={tenant?.passes ?? ['name']} />
              </Card>
            );
          return (
            <>
              <Card isRoomy>
                <Programs settings={settings} tenant={tenant} params={params} />
              </Card>
              <Card isRoomy>
                <TenantCard tenant={tenant} params={params} />
              </Card>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
