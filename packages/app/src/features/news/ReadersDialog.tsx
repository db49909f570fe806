import { NEWS_READERS_PAGE, type NewsItem, newsApi } from '@kreide/core/features/news';
import { writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf, mutationOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toasts } from '../../ui/toast-store.ts';
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
          {tab === 'open' && <Reminder item={item} />}
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

/** Reminds all who have not confirmed, and says how many they are (C-7.88, C-4.32). */
function Reminder({ item }: { item: NewsItem }) {
  const { t } = useTranslation('news');
  const remind = useMutation({
    ...mutationOf(newsApi.notify, { messages: false }),
    onSuccess: ({ count }) => toasts.show('success', t('confirm.reminded', { count }), { topic: 'news' }),
  });
  const { total = 0, current = 0 } = item.meta.statistics?.confirmed ?? {};
  if (total === current) return null;
  return (
    <>
      <Button
        icon="bell"
        isPending={remind.isPending}
        onPress={() => remind.mutate({ params: { id: String(item.id) } })}
      >
        {t('confirm.remind', { count: total - current })}
      </Button>
      <Problem text={remind.error && (remind.error.issues?.[0]?.message ?? remind.error.message)} />
    </>
  );
}
