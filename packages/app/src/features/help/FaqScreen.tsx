import { FAQ_CATEGORIES, FAQ_SEARCH_MAXIMUM, type FaqEntry, faqArticleOf, helpApi } from '@kreide/core/features/help';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useStore } from 'zustand';
import { client } from '../../kernel/client.ts';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { selfQuery, session } from '../../kernel/session.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Announcements } from './Announcements.tsx';
import styles from './Faq.module.css';
import { FurtherHelp } from './FurtherHelp.tsx';

export const articleHref = ({ category, article }: Pick<FaqEntry, 'category' | 'article'>) =>
  `/help/article-details/${category}/${article}`;

/**
 * `/help` and `/help/articles/:category?`: what is asked most, found by words (P-2.26, P-2.83). `?at=` is the page from which
 * somebody asks: its article opens at once.
 */
export function FaqScreen() {
  const { t, language } = useTranslation('help');
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  const { category: wanted } = useParams();
  const category = FAQ_CATEGORIES.find((one) => one === wanted);
  const filters = useAddressFilters(['search']);
  const search = filters.search.get('search')?.slice(0, FAQ_SEARCH_MAXIMUM) ?? '';
  const [typed, setTyped] = useState(search);
  useDebounced(typed, (text) => filters.change({ search: text.trim() }));
  const asked = { ...(search && { search }), ...(category && { category }) };
  const list = useQuery(queryOf(helpApi.listFaq, { query: asked }, { language }));
  const isMissed = isSignedIn && search !== '' && list.data?.length === 0;
  useEffect(() => {
    if (isMissed) client.call(helpApi.missFaq, { body: { search } }, { messages: false }).catch(() => {});
  }, [isMissed, search]);
  const at = filters.search.get('at');
  const type = useQuery({ ...selfQuery, enabled: isSignedIn }).data?.type;
  const isStaff = type !== undefined && type !== 'STUDENT' && type !== 'PARENT';
  const article = at === null ? null : faqArticleOf(at, isStaff);
  if (article) return <Redirect to={`/help/article-details/${article}?${new URLSearchParams({ at: at ?? '' })}`} />;
  const groups = (entries: readonly FaqEntry[]) =>
    search
      ? [{ key: 'found', title: t('faq.found'), entries }]
      : FAQ_CATEGORIES.map((key) => ({
          key,
          title: t(`faq.category.${key}`),
          entries: entries.filter((one) => one.category === key),
        })).filter((group) => group.entries.length > 0);
  return (
    <div className={styles.screen}>
      {!isSignedIn && <h1>{t('faq.title')}</h1>}
      <Announcements />
      <SearchField
        label={t('faq.search')}
        value={typed}
        onChange={(text) => setTyped(text.slice(0, FAQ_SEARCH_MAXIMUM))}
      />
      <Loaded
        query={list}
        skeleton={{ type: 'list', items: 6, label: t('faq.loading') }}
        errorTitle={t('faq.errorTitle')}
        empty={<EmptyState icon="search" title={t('faq.noneTitle')} text={t('faq.noneText')} />}
      >
        {(entries) => (
          <div className={styles.groups}>
            {groups(entries).map(({ key, title, entries: shown }) => (
              <Card key={key}>
                <h2>{title}</h2>
                <RowList label={title}>
                  {shown.map((entry) => (
                    <LinkRow key={entry.article} href={articleHref(entry)} text={entry.title} />
                  ))}
                </RowList>
              </Card>
            ))}
          </div>
        )}
      </Loaded>
      {(category || search) && (
        <RowList label={t('faq.topics')}>
          <LinkRow icon="help" href="/help/articles" text={t('faq.all')} onClick={() => setTyped('')} />
        </RowList>
      )}
      <FurtherHelp />
    </div>
  );
}
