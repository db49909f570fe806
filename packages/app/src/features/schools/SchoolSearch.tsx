import { SCHOOL_SEARCH_MINIMUM, schoolsApi } from '@kreide/core/features/schools';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './SchoolSettingsScreen.module.css';

/** Finds out whether a school is there already, before it is set up a second time (`showSchoolSearch`). */
export function SchoolSearch({ ownUuid }: { ownUuid: string }) {
  const { t } = useTranslation('schools');
  const [wish, setWish] = useState('');
  const [keyword, setKeyword] = useState('');
  useDebounced(wish, setKeyword);
  const isAsked = keyword.trim().length >= SCHOOL_SEARCH_MINIMUM;
  const { data } = useQuery({ ...queryOf(schoolsApi.find, { query: { keyword: keyword.trim() } }), enabled: isAsked });
  const hits = isAsked ? data?.filter(({ uuid }) => uuid !== ownUuid) : undefined;
  return (
    <Card>
      <section className={styles.card} aria-label={t('search.title')}>
        <h2>{t('search.title')}</h2>
        <p>{t('search.about')}</p>
        <SearchField label={t('search.label')} value={wish} onChange={setWish} />
        <p role="status" className={styles.note}>
          {hits && t('search.found', { count: hits.length })}
        </p>
        {hits && hits.length > 0 && (
          <RowList>
            {hits.map(({ uuid, name, city, slink }) => (
              <LinkRow key={uuid} href={`/${slink}/login`} icon="school" text={name} about={city ?? undefined} />
            ))}
          </RowList>
        )}
      </section>
    </Card>
  );
}
