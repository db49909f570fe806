import { authDriversApi } from '@kreide/core/features/auth-drivers';
import { isAllowed } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './AuthDriver.module.css';
import { AuthDriverForm } from './AuthDriverForm.tsx';
import { Proposals } from './Proposals.tsx';

/** The service at which people of the school sign in besides (T-2.104): what it is, tried before it is offered. */
export function AuthDriverScreen() {
  const { t } = useTranslation(['auth-drivers', 'shell']);
  const { school } = useSelf();
  const params = { id: `${school.id}` };
  const query = useQuery(queryOf(authDriversApi.getDriver, { params }, { staleTime: 0 }));
  return (
    <div className={styles.screen}>
      <p className={styles.hint}>{t('intro')}</p>
      <Loaded query={query} skeleton={{ items: 3, label: t('shell:titles.loading') }} errorTitle={t('errorTitle')}>
        {({ driver, can, ...ours }) =>
          isAllowed(can, 'update') ? (
            <>
              {driver && <Proposals params={params} />}
              <Card isRoomy>
                {/* Without a driver the fields are empty again. */}
                <AuthDriverForm key={driver ? 'saved' : 'none'} driver={driver} ours={ours} params={params} />
              </Card>
            </>
          ) : (
            <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />
          )
        }
      </Loaded>
    </div>
  );
}
