import { type ManagedPerson, managementApi } from '@kreide/core/features/management';
import { deletionApi } from '@kreide/core/features/settings';
import { peopleApi, USERS_PAGE } from '@kreide/core/features/users';
import { type ApiError, isAllowed, toLocal, writeDate } from '@kreide/core/kernel';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { infiniteQueryOf, mutationOf } from '../../kernel/data.ts';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../../ui/table/column.ts';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Management.module.css';

type List = 'deleted' | 'archived' | 'pending';

const touches = [managementApi.listPeople, peopleApi.get, peopleApi.list, peopleApi.count];
const recoverPerson = mutationOf(peopleApi.recover, { touches });
const cancelDeletion = mutationOf(deletionApi.cancelDeletion, {
  touches: [...touches, deletionApi.listDeletionRequests],
});
const idOf = ({ id }: ManagedPerson) => `${id}`;
const MOMENT = {
  deleted: ({ managed }: ManagedPerson) => managed?.deleted_at,
  archived: ({ managed }: ManagedPerson) => managed?.deleted_at,
  pending: ({ deletion_reversion_window }: ManagedPerson) => deletion_reversion_window,
} as const;

/** `/management/:schoolUuid/deleted-users`: accounts that somebody deleted (T-2.94). */
export const DeletedPeopleScreen = () => <PeopleListScreen list="deleted" />;
/** `/management/:schoolUuid/archived-users`: accounts of those who have left the school (T-2.97). */
export const ArchivedPeopleScreen = () => <PeopleListScreen list="archived" />;
/** `/management/:schoolUuid/deletion-pending-users`: approved deletions that can still be taken back (T-2.95). */
export const PendingPeopleScreen = () => <PeopleListScreen list="pending" />;

function PeopleListScreen({ list }: { list: List }) {
  const { t } = useTranslation('management');
  const { school } = useSelf();
  const filters = useAddressFilters(['search']);
  const search = (filters.search.get('search') ?? '').slice(0, 100);
  const [typed, setTyped] = useState(search);
  useDebounced(typed, (text) => text.trim() !== search && filters.change({ search: text.trim() }));
  const query = { filter: list, ...(search && { search }) };
  const people = useInfiniteQuery({
    ...infiniteQueryOf(managementApi.listPeople, { params: { id: `${school.id}` }, query }, USERS_PAGE),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(list);
  return (
    <div className={styles.screen}>
      <search>
        <SearchField label={t('lists.search')} placeholder={t('lists.searchHint')} value={typed} onChange={setTyped} />
      </search>
      <PagedTable
        query={people}
        label={t(`${list}.title`)}
        idOf={idOf}
        columns={columns}
        skeleton={{ type: 'table', label: t('lists.loading') }}
        errorTitle={t('lists.errorTitle')}
        empty={
          <EmptyState
            icon="search"
            title={t(`lists.emptyTitle_${list}`)}
            text={t(search ? 'lists.noneText' : `lists.emptyText_${list}`)}
          />
        }
      />
    </div>
  );
}

/** Who, since or until when, and what brings the person back. The name leads to the account. */
function useColumns(list: List): readonly Column<ManagedPerson>[] {
  const { t, language } = useTranslation('management');
  const { time_zone } = useSelf().school;
  return useMemo(() => {
    const write = (instant: string | null | undefined) =>
      instant ? writeDate(language, toLocal(new Date(instant), time_zone).date, 'medium') : '';
    return [
      {
        key: 'name',
        name: t('lists.name'),
        width: 'minmax(0, 3fr)',
        card: 'title',
        cell: ({ id, firstname, lastname }) => <Link to={`/users/${id}`}>{`${lastname}, ${firstname}`}</Link>,
      },
      {
        key: 'account',
        name: t('lists.account'),
        width: 'minmax(0, 2fr)',
        card: 'none',
        cell: ({ managed }) => managed?.username,
      },
      {
        key: 'at',
        name: t(`lists.at_${list}`),
        width: 'minmax(0, 2fr)',
        card: 'below',
        cell: (person) => write(MOMENT[list](person)),
      },
      {
        key: 'action',
        name: t('lists.action'),
        width: 'minmax(9rem, 1fr)',
        card: 'end',
        cell: (person) => (list === 'pending' ? <Revert person={person} /> : <Recover person={person} />),
      },
    ];
  }, [t, language, time_zone, list]);
}

function useResult(name: string) {
  const { t } = useTranslation(['management', 'errors']);
  return {
    say: (key: 'lists.recovered' | 'lists.reverted') => ({
      onSuccess: () => toasts.show('success', t(key, { name }), { topic: 'people' }),
      onError: (error: ApiError) => toasts.show('error', t('lists.failed', { reason: toReason(t, error) })),
    }),
  };
}

function Recover({ person: { id, displayname: name, managed } }: { person: ManagedPerson }) {
  const { t } = useTranslation('management');
  const recover = useMutation(recoverPerson);
  const { say } = useResult(name);
  if (!isAllowed(managed?.can, 'recover')) return null;
  return (
    <Button
      look="quiet"
      aria-label={t('lists.recover', { name })}
      isPending={recover.isPending}
      onPress={() => recover.mutate({ params: { id: `${id}` } }, say('lists.recovered'))}
    >
      {t('lists.recoverShort')}
    </Button>
  );
}

function Revert({ person: { id, displayname: name } }: { person: ManagedPerson }) {
  const { t } = useTranslation('management');
  const revert = useMutation(cancelDeletion);
  const { say } = useResult(name);
  return (
    <Button
      look="quiet"
      aria-label={t('lists.revert', { name })}
      isPending={revert.isPending}
      onPress={() => revert.mutate({ params: { id: `${id}` } }, say('lists.reverted'))}
    >
      {t('lists.revertShort')}
    </Button>
  );
}
