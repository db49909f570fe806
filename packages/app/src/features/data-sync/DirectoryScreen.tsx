import { dataSyncApi } from '@kreide/core/features/data-sync';
import { isAllowed } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './DataSync.module.css';
import { PairAccounts } from './PairAccounts.tsx';
import { ReadPeople } from './ReadPeople.tsx';
import { SourcesForm } from './SourcesForm.tsx';
import { SyncConnector } from './SyncConnector.tsx';

/** The people of the school's directory: where they stand there, and reading them as an import (T-7.123, T-7.129). */
export function DirectoryScreen() {
  const { t } = useTranslation(['data-sync', 'shell']);
  const { school } = useSelf();
  const params = { id: `${school.id}` };
  const query = useQuery(queryOf(dataSyncApi.getSources, { params }, { staleTime: 0 }));
  return (
    <div className={styles.screen}>
      <p className={styles.hint}>{t('intro')}</p>
      <Loaded query={query} skeleton={{ items: 3, label: t('shell:titles.loading') }} errorTitle={t('errorTitle')}>
        {(settings) => {
          const { directory, can, sources } = settings;
          if (directory === null)
            return (
              <EmptyState
                icon="search"
                title={t('noneTitle')}
                text={t('noneText')}
                action={
                  isAllowed(can, 'update') && (
                    <LinkButton href={`/management/${school.uuid}/school-data/authentication-driver`}>
                      {t('toDriver')}
                    </LinkButton>
                  )
                }
              />
            );
          return (
            <>
              {isAllowed(can, 'read') && (
                <ReadPeople
                  directory={directory}
                  settings={settings}
                  params={params}
                  next={`/management/${school.uuid}/upload`}
                />
              )}
              <SyncConnector settings={settings} params={params} />
              {isAllowed(can, 'update') && sources.length > 0 && (
                <PairAccounts pairing={settings.pairing} params={params} />
              )}
              {isAllowed(can, 'update') ? (
                <Card isRoomy>
                  <SourcesForm settings={settings} params={params} />
                </Card>
              ) : (
                <p className={styles.hint}>{t('onlyAdmins')}</p>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
