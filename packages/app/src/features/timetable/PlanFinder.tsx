import { findsPeople, type SearchHit, timetableApi } from '@kreide/core/features/timetable';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Problem } from '../../ui/Problem.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './PlanFinder.module.css';
import { PlanRows, toPlanAddress } from './PlanRows.tsx';

const NONE: readonly SearchHit[] = [];

/** Finds the plan of a grade, teacher, room, course or, for planners, pupil; the favourites before anything is typed. */
export function PlanFinder() {
  const { t } = useTranslation('plan-search');
  const navigate = useNavigate();
  const permissions = new Set(useSelf().permissions);
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const favourites = useQuery(queryOf(timetableApi.listFavourites, {}));
  const hits = useQuery({
    ...queryOf(timetableApi.search, { query: { keyword } }, { retries: 0, staleTime: 60_000 }),
    enabled: keyword !== '',
    placeholderData: (former) => former,
  });
  const isSearch = keyword !== '';
  const marked = favourites.data ?? NONE;
  const found = (isSearch ? hits.data : favourites.data) ?? NONE;
  const isCurrent = isSearch && hits.isSuccess && !hits.isPlaceholderData;
  const failed = isSearch ? hits.isError : favourites.isError;
  const [first] = found;

  return (
    <div className={styles.finder}>
      <SearchField
        label={t('label')}
        placeholder={t(findsPeople({ permissions }) ? 'placeholderPeople' : 'placeholder')}
        value={text}
        onChange={setText}
        onSubmit={() => isCurrent && first && navigate(toPlanAddress(first))}
      />
      <Problem text={failed ? t('error') : null} />
      <p role="status" className={styles.status}>
        {isCurrent && (found.length > 0 ? t('found', { count: found.length }) : t('empty', { keyword }))}
        {isSearch && hits.isPending && t('running')}
        {!isSearch && favourites.data?.length === 0 && t('none')}
      </p>
      {!isSearch && marked.length > 0 && <h2 className={styles.title}>{t('favourites')}</h2>}
      <PlanRows
        key={`${isCurrent ? keyword : isSearch} ${favourites.isSuccess}`}
        label={t(isSearch ? 'results' : 'favourites')}
        hits={found}
        favourites={marked}
      />
    </div>
  );
}
