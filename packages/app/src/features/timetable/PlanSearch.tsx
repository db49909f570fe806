import { type Entity, type SearchHit, timetableApi } from '@kreide/core/features/timetable';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { PlainField } from '../../ui/PlainField.tsx';

const ComboBox = late(async () => (await import('../../ui/ComboBox.tsx')).ComboBox);

const ICONS: Record<Entity, IconName> = {
  users: 'user',
  grades: 'school',
  teachers: 'user',
  bookables: 'home',
  courses: 'list',
};

/**
 * Quick search for the plan of another grade, teacher, room or course: a plain field until somebody comes near it, since its list
 * is heavier than the plan.
 */
export function PlanSearch() {
  const { t } = useTranslation('timetable');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [isFocused, setFocused] = useState(false);
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
    navigate(`/timetable/${hit.entity}/${hit.id}?showBackButton=1`);
  }

  const texts = { label: t('searchLabel'), placeholder: t('searchPlaceholder') };
  const plain = (
    <div onPointerEnter={() => setWanted(true)}>
      <PlainField
        {...texts}
        icon="search"
        value={text}
        onChange={setText}
        onFocus={() => {
          setWanted(true);
          setFocused(true);
        }}
        onBlur={() => setFocused(false)}
      />
    </div>
  );
  if (!isWanted) return plain;
  return (
    <Suspense fallback={plain}>
      <ComboBox
        {...texts}
        autoFocus={isFocused}
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
