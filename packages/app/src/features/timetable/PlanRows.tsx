import { type Entity, type SearchHit, timetableApi } from '@kreide/core/features/timetable';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, updateQueries } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import styles from './PlanRows.module.css';

const ICONS: Record<Entity, IconName> = {
  users: 'user',
  grades: 'school',
  teachers: 'user',
  bookables: 'door',
  courses: 'list',
};

interface PlanRowsProps {
  label: string;
  hits: readonly SearchHit[];
  favourites: readonly SearchHit[];
}

const nameOf = ({ entity, id }: Pick<SearchHit, 'entity' | 'id'>) => `${entity} ${id}`;
export const toPlanAddress = ({ entity, id }: SearchHit) => `/timetable/${entity}/${id}?showBackButton=1`;

/**
 * Plans, each with a star, those first that were favourites when the list appeared: a row neither moves nor vanishes
 * under the finger that presses its star.
 */
export function PlanRows({ label, hits, favourites }: PlanRowsProps) {
  const { t } = useTranslation(['plan-search', 'timetable']);
  const [before] = useState({ hits, marked: new Set(favourites.map(nameOf)) });
  const marked = new Set(favourites.map(nameOf));
  const known = new Map([...before.hits, ...hits].map((hit) => [nameOf(hit), hit]));
  const rows = [...known.values()].sort(
    (one, other) => Number(before.marked.has(nameOf(other))) - Number(before.marked.has(nameOf(one))),
  );
  const set = useMutation(
    mutationOf(timetableApi.setFavourite, {
      touches: [timetableApi.listFavourites],
      echo: ({ params, body }) => {
        const name = `${params.entity} ${params.id}`;
        const hit = known.get(name);
        updateQueries(timetableApi.listFavourites, (list) => {
          const others = list.filter((one) => nameOf(one) !== name);
          return body.is_favourite && hit ? [...others, hit] : others;
        });
      },
    }),
  );
  if (rows.length === 0) return null;
  return (
    <RowList label={label}>
      {rows.map((hit) => {
        const { entity, id, shortcut, name } = hit;
        const isMarked = marked.has(nameOf(hit));
        return (
          <LinkRow
            key={nameOf(hit)}
            icon={ICONS[entity]}
            href={toPlanAddress(hit)}
            text={shortcut}
            about={[t(`timetable:entity_${entity}`), name].filter((part) => part && part !== shortcut).join(' · ')}
            beside={
              <button
                type="button"
                className={styles.star}
                aria-pressed={isMarked}
                aria-label={t('mark', { name: shortcut })}
                title={t('mark', { name: shortcut })}
                onClick={() => set.mutate({ params: { entity, id: String(id) }, body: { is_favourite: !isMarked } })}
              >
                <Icon name="star" />
              </button>
            }
          />
        );
      })}
    </RowList>
  );
}
