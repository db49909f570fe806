import { type Entity, type SearchHit, timetableApi } from '@kreide/core/features/timetable';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { TextField } from '../../ui/TextField.tsx';

const ComboBox = lazy(async () => ({ default: (await import('../../ui/ComboBox.tsx')).ComboBox }));

const ICONS: Record<Entity, IconName> = {
  users: 'user',
  grades: 'school',
  teachers: 'user',
  bookables: 'home',
  courses: 'list',
};

interface PlanSearchProps {
  /** View and date with which the other plan opens, `viewType=week&…`. */
  search?: string;
}

/** Quick search for the plan of another grade, teacher, room or course. */
export function PlanSearch({ search = '' }: PlanSearchProps) {
  const { t } = useTranslation('timetable');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const hits = useQuery({
    ...queryOf(timetableApi.search, { query: { keyword } }, { retries: 0, staleTime: 60_000 }),
    enabled: keyword !== '',
    placeholderData: (former) => former,
  });
  const found = keyword === '' ? [] : (hits.data ?? []);
  const emptyText = hits.isError
    ? t('searchError')
    : hits.isFetching
      ? t('searchRunning')
      : t('searchEmpty', { keyword });

  function choose(key: string) {
    const hit = found.find((one) => keyOf(one) === key);
    if (!hit) return;
    setText('');
    const query = new URLSearchParams(search);
    query.set('showBackButton', '1');
    navigate(`/timetable/${hit.entity}/${hit.id}?${query}`);
  }

  return (
    <Suspense fallback={<TextField label={t('searchLabel')} icon="search" placeholder={t('searchPlaceholder')} />}>
      <ComboBox
        label={t('searchLabel')}
        placeholder={t('searchPlaceholder')}
        suggestions={found.map((hit) => ({
          key: keyOf(hit),
          text: hit.shortcut,
          about: [t(`entity_${hit.entity}`), hit.name].filter((part) => part && part !== hit.shortcut).join(' · '),
          icon: ICONS[hit.entity],
        }))}
        inputValue={text}
        onInputChange={setText}
        onChoose={choose}
        emptyText={emptyText}
      />
    </Suspense>
  );
}

const keyOf = ({ entity, id }: SearchHit): string => `${entity} ${id}`;
