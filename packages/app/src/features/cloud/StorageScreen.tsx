import { cloudApi, STORAGE_PAGE, type Storage, type StorageUse } from '@kreide/core/features/cloud';
import { sizeUnitOf, writeSize } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf, mutationOf, queryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toSaid } from '../../kernel/reason.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Cloud.module.css';
import { Bar } from './UsageBar.tsx';

const GIGABYTE = 1024 ** 3;
/** What is offered for a person, bytes. */
const LIMITS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 50, 100].map((one) => Math.round(one * GIGABYTE));
const SERVER = 'server';

/** `/management/:schoolUuid/storage`: how full the school is, how much a person may have, and who has the most. */
export function StorageScreen() {
  const { t } = useTranslation('cloud');
  const query = useQuery(queryOf(cloudApi.getStorage, {}, { staleTime: 0 }));
  return (
    <div className={styles.screen}>
      <Loaded query={query} skeleton={{ items: 1, label: t('storage.loading') }} errorTitle={t('storage.errorTitle')}>
        {(storage) => (
          <Card>
            <div className={styles.form}>
              <Bar label={t('storage.school')} {...storage.school} />
              <LimitSelect storage={storage} />
            </div>
          </Card>
        )}
      </Loaded>
      <People />
    </div>
  );
}

function LimitSelect({ storage: { person_maximum, person_limit } }: { storage: Storage }) {
  const { t, language } = useTranslation('cloud');
  const change = useMutation({
    ...mutationOf(cloudApi.setStorage, { touches: [cloudApi.getStorage, cloudApi.listStorage, cloudApi.getUsage] }),
    onSuccess: () => void toasts.show('success', t('storage.saved')),
    onError: (error) => void toasts.show('error', toSaid(error)),
  });
  const write = (bytes: number) => writeSize(language, bytes, sizeUnitOf(bytes));
  const offered = new Set(LIMITS.filter((one) => one < person_maximum));
  if (person_limit !== null) offered.add(person_limit);
  const options = [
    { key: SERVER, text: t('storage.server', { size: write(person_maximum) }) },
    ...[...offered].toSorted((one, other) => one - other).map((one) => ({ key: `${one}`, text: write(one) })),
  ];
  return (
    <>
      <Select
        label={t('storage.limit')}
        options={options}
        value={person_limit === null ? SERVER : `${person_limit}`}
        onChange={(key) => change.mutate({ body: { person_limit: key === SERVER ? null : Number(key) } })}
      />
      <p className={styles.about}>{t('storage.limitAbout')}</p>
    </>
  );
}

function People() {
  const { t } = useTranslation('cloud');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const query = useInfiniteQuery(
    infiniteQueryOf(cloudApi.listStorage, { query: search === '' ? {} : { search } }, STORAGE_PAGE),
  );
  return (
    <section className={styles.screen} aria-label={t('storage.people')}>
      <h2>{t('storage.people')}</h2>
      <search aria-label={t('storage.search')}>
        <SearchField label={t('storage.search')} value={typed} onChange={setTyped} />
      </search>
      <InfiniteList
        query={query}
        idOf={({ user_id }: StorageUse) => user_id}
        className={styles.list}
        label={t('storage.people')}
        skeleton={{ type: 'list', label: t('storage.loading') }}
        errorTitle={t('storage.errorTitle')}
        empty={
          <EmptyState
            icon={search === '' ? 'list' : 'search'}
            title={t(search === '' ? 'storage.emptyTitle' : 'storage.noneTitle')}
            text={null}
            headingLevel={3}
          />
        }
      >
        {({ firstname, lastname, files_count, used, maximum }) => (
          <div className={styles.used}>
            <Bar
              label={`${firstname} ${lastname} (${t('overview.files', { count: files_count })})`}
              used={used}
              maximum={maximum}
            />
          </div>
        )}
      </InfiniteList>
    </section>
  );
}
