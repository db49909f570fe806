import { NEWS_READERS_PAGE, type NewsItem, newsApi } from '@kreide/core/features/news';
import { writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './Confirmation.module.css';

const readersQuery = (id: string, isConfirmed: boolean, search: string) =>
  infiniteQueryOf(
    newsApi.listReaders,
    { params: { id }, query: { is_confirmed: isConfirmed ? '1' : '0', ...(search && { search }) } },
    NEWS_READERS_PAGE,
  );

/** Who has confirmed an item and who has not (C-2.111, C-4.34). */
export function ReadersDialog({ item, onClose }: { item: NewsItem; onClose: () => void }) {
  const { t, language } = useTranslation(['news', 'shell']);
  const { school } = useSelf();
  const [tab, setTab] = useState<'open' | 'confirmed'>('open');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const people = useInfiniteQuery({
    ...readersQuery(String(item.id), tab === 'confirmed', search),
    staleTime: 0,
  });
  return (
    <Dialog title={t('confirm.readers')} isOpen onClose={onClose} closeLabel={t('shell:close')}>
      <Tabs
        label={t('confirm.readers')}
        tabs={[
          { id: 'open', text: t('confirm.open') },
          { id: 'confirmed', text: t('confirm.confirmed') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <div className={styles.panel}>
          <SearchField label={t('confirm.search')} value={typed} onChange={setTyped} />
          <InfiniteList
            query={people}
            idOf={({ id }) => id}
            className={styles.list}
            label={t(`confirm.${tab}`)}
            skeleton={{ type: 'list', label: t('confirm.loading') }}
            errorTitle={t('confirm.errorTitle')}
            headingLevel={3}
            empty={<EmptyState icon="user" title={t('confirm.emptyTitle')} text={t('confirm.emptyText')} />}
          >
            {({ displayname, confirmed_at, has_left }) => (
              <>
                {displayname}{' '}
                <span className={styles.about}>
                  {confirmed_at && writeMoment(language, new Date(confirmed_at), school.time_zone, 'long')}
                  {has_left && ` ${t('confirm.left')}`}
                </span>
              </>
            )}
          </InfiniteList>
        </div>
      </Tabs>
    </Dialog>
  );
}
