import { SCHOOL_SEARCH_DEBOUNCE, SCHOOL_SEARCH_MINIMUM, schoolsApi } from '@kreide/core/features/schools';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { withBranding } from '../../kernel/guards.ts';
import { Redirect, useIsLeaving } from '../../kernel/Redirect.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import styles from './SelectSchoolScreen.module.css';

/** The school search before signing in; a keyword in the path moves to the query, where the search keeps it (P-2.12). */
export function SelectSchoolScreen() {
  const [search] = useSearchParams();
  const { keyword } = useParams();
  if (keyword !== undefined) {
    const query = new URLSearchParams(search);
    query.set('keyword', keyword);
    return <Redirect to={`/select-school?${query}`} />;
  }
  return <SchoolSearch title="selectSchool.title" hrefOf={(slink) => withBranding(`/${slink}/login`, `?${search}`)} />;
}

interface SchoolSearchProps {
  title: 'selectSchool.title' | 'accounts.addTitle' | 'joining.pick';
  /** Where a hit leads. */
  hrefOf: (slink: string) => string;
}

/** The school search: debounced, from three characters on; the keyword is kept in the URL (P-5.28 to P-5.30). */
export function SchoolSearch({ title, hrefOf }: SchoolSearchProps) {
  const { t } = useTranslation(['auth', 'shell', 'errors']);
  const [search, setSearch] = useSearchParams();
  const keyword = (search.get('keyword') ?? '').trim();
  const [text, setText] = useState(keyword);
  const isLongEnough = (value: string) => [...value.trim()].length >= SCHOOL_SEARCH_MINIMUM;

  const isLeaving = useIsLeaving();
  useEffect(() => {
    if (isLeaving || text.trim() === keyword) return;
    const timer = setTimeout(
      () =>
        setSearch(
          (present) => {
            const next = new URLSearchParams(present);
            if (text.trim()) next.set('keyword', text.trim());
            else next.delete('keyword');
            return next;
          },
          { replace: true },
        ),
      SCHOOL_SEARCH_DEBOUNCE,
    );
    return () => clearTimeout(timer);
  }, [text, keyword, isLeaving, setSearch]);

  const schools = useQuery({
    ...queryOf(schoolsApi.find, { query: { keyword } }),
    enabled: isLongEnough(keyword),
  });
  const isSearching = isLongEnough(text) && (schools.isPending || text.trim() !== keyword);
  const hits = isLongEnough(text) && !isSearching ? schools.data : undefined;

  return (
    <div className={styles.screen}>
      <h1>{t(title)}</h1>
      <Card isRoomy>
        <SearchField
          label={t('selectSchool.label')}
          description={t('selectSchool.hint')}
          value={text}
          onChange={setText}
          autoFocus
        />
        <div className={styles.results}>
          {isSearching && <Skeleton type="list" items={3} label={t('selectSchool.searching')} />}
          {!isSearching && schools.isError && isLongEnough(text) && (
            <ErrorState
              title={t('selectSchool.errorTitle')}
              text={toReason(t, schools.error)}
              retryLabel={t('shell:retry')}
              onRetry={() => schools.refetch()}
              isRetrying={schools.isFetching}
            />
          )}
          <p role="status" className={styles.count}>
            {hits && hits.length > 0 && t('selectSchool.results', { count: hits.length })}
          </p>
          {hits && hits.length === 0 && (
            <EmptyState
              icon="search"
              title={t('selectSchool.emptyTitle')}
              text={t('selectSchool.emptyText', { keyword })}
            />
          )}
          {hits && hits.length > 0 && (
            <ul className={styles.list}>
              {hits.map((school) => (
                <li key={school.uuid}>
                  <Link to={hrefOf(school.slink)} className={styles.hit}>
                    <span className={styles.mark}>
                      <Icon name="school" />
                    </span>
                    <span className={styles.words}>
                      <span className={styles.name}>{school.name}</span>
                      <span className={styles.about}>{[school.city, school.slink].filter(Boolean).join(' · ')}</span>
                    </span>
                    <Icon name="chevronRight" size={20} />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Card>
    </div>
  );
}
