import { NEWS_READERS_PAGE, type NewsItem, newsApi, READER_GROUPS, type ReaderGroup } from '@kreide/core/features/news';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf, mutationOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { toSaid } from '../../kernel/reason.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Confirmation.module.css';
import { ReaderFiles } from './ReaderFiles.tsx';
import { ReaderRow } from './ReaderRow.tsx';

const readersQuery = (id: string, group: ReaderGroup, search: string) =>
  infiniteQueryOf(
    newsApi.listReaders,
    { params: { id }, query: { group, ...(search && { search }) } },
    NEWS_READERS_PAGE,
  );

/** What is still to be done comes first. */
const TABS = READER_GROUPS.toSorted((one, other) => Number(other === 'open') - Number(one === 'open'));

/** Who has confirmed an item, who has not, whom nothing reaches and who has left (C-2.111, C-4.34, D-6.04). */
export function ReadersDialog({ item, onClose }: { item: NewsItem; onClose: () => void }) {
  const { t } = useTranslation(['news', 'shell']);
  const [tab, setTab] = useState<ReaderGroup>('open');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const people = useInfiniteQuery({
    ...readersQuery(String(item.id), tab, search),
    staleTime: 0,
  });
  return (
    <Dialog title={t('confirm.readers')} isOpen onClose={onClose} closeLabel={t('shell:close')}>
      <Tabs
        label={t('confirm.readers')}
        tabs={TABS.map((id) => ({ id, text: t(`groups.${id}`) }))}
        value={tab}
        onChange={setTab}
      >
        <div className={styles.panel}>
          {tab === 'open' && <Reminder item={item} />}
          {tab === 'unreached' && (
            <div>
              <LinkButton icon="print" href={`/news/${item.id}/unreached`}>
                {t('unreached.open')}
              </LinkButton>
            </div>
          )}
          <SearchField label={t('confirm.search')} value={typed} onChange={setTyped} />
          <InfiniteList
            query={people}
            idOf={({ id }) => id}
            className={styles.list}
            label={t(`groups.${tab}`)}
            skeleton={{ type: 'list', label: t('confirm.loading') }}
            errorTitle={t('confirm.errorTitle')}
            headingLevel={3}
            empty={<EmptyState icon="user" title={t('confirm.emptyTitle')} text={t('confirm.emptyText')} />}
          >
            {(reader) => <ReaderRow item={item} reader={reader} group={tab} />}
          </InfiniteList>
          <ReaderFiles item={item} />
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
  const count = item.meta.statistics?.confirmed.open ?? 0;
  if (count === 0) return null;
  return (
    <>
      <Button
        icon="bell"
        isPending={remind.isPending}
        onPress={() => remind.mutate({ params: { id: String(item.id) } })}
      >
        {t('confirm.remind', { count })}
      </Button>
      <Problem text={remind.error && toSaid(remind.error)} />
    </>
  );
}
