import type { ListedUser } from '@kreide/core/features/users';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { late } from '../../kernel/late.ts';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { PeopleFilters } from './PeopleFilters.tsx';
import styles from './PeopleScreen.module.css';
import { type Chosen, PeopleSelection } from './PeopleSelection.tsx';
import { peopleCountQuery, peopleQuery } from './people-queries.ts';
import { isNarrowed } from './people-wish.ts';
import { usePeopleColumns } from './use-people-columns.tsx';
import { usePeopleWish } from './use-people-wish.ts';

const ChangesDialog = late(async () => (await import('./ChangesDialog.tsx')).ChangesDialog);

const idOf = ({ id }: ListedUser) => `${id}`;

/** `/users`: everybody at the school, to be found, ordered, chosen and opened (P-2.76). */
export function PeopleScreen() {
  const { t, language } = useTranslation('users');
  const manages = useSelf().permissions.includes('manage-users');
  const filters = usePeopleWish();
  const { wish } = filters;
  // What was shown stays until the other order is there, and with it the focus on what has ordered it.
  const people = useInfiniteQuery({ ...peopleQuery(wish), placeholderData: keepPreviousData, enabled: manages });
  const total = useQuery({ ...peopleCountQuery(wish), enabled: manages }).data?.count;
  const columns = usePeopleColumns(manages);
  const { order = 'name', ...narrowed } = wish;
  const list = JSON.stringify(narrowed);
  const [selection, setSelection] = useState<{ list: string; people: Chosen }>({ list, people: [] });
  const [hasChanges, setChanges] = useState(false);
  // Nobody is chosen whom another list does not show.
  const chosen = selection.list === list ? selection.people : NOBODY;
  const choose = (people: Chosen) => setSelection({ list, people });
  // Of all, those who were loaded have their mark.
  const marked = chosen === 'all' ? (people.data ?? NOBODY) : chosen;
  const chosenIds = useMemo(() => Object.fromEntries(marked.map((person) => [idOf(person), true as const])), [marked]);
  const texts = useMemo(
    () => ({
      chooseAll: t('selection.chooseAll'),
      choose: ({ displayname: name }: ListedUser) => t('selection.choose', { name }),
    }),
    [t],
  );
  if (!manages) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  return (
    <div className={styles.screen}>
      <PeopleFilters {...filters} />
      <div className={styles.counted}>
        <p className={styles.count} role="status">
          {total !== undefined && t('list.count', { number: total.toLocaleString(language) })}
        </p>
        <Button look="quiet" icon="clock" onPress={() => setChanges(true)}>
          {t('changes.open')}
        </Button>
      </div>
      <PagedTable
        query={people}
        label={t('list.title')}
        idOf={idOf}
        columns={columns}
        total={total}
        order={order}
        onOrder={(next) => filters.change({ order: next === 'name' ? '' : next })}
        chosen={chosenIds}
        onChosen={(ids) => {
          const known = new Map([...marked, ...(people.data ?? [])].map((person) => [idOf(person), person]));
          choose(Object.keys(ids).flatMap((id) => known.get(id) ?? []));
        }}
        texts={texts}
        skeleton={{ type: 'table', label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        empty={
          <EmptyState
            icon="search"
            title={t('list.noneTitle')}
            text={t(isNarrowed(wish) ? 'list.noneText' : 'list.emptyText')}
          />
        }
      />
      <PeopleSelection wish={wish} chosen={chosen} total={total} onChosen={choose} />
      {hasChanges && (
        <Suspense>
          <ChangesDialog onClose={() => setChanges(false)} />
        </Suspense>
      )}
    </div>
  );
}

const NOBODY: readonly ListedUser[] = [];
