import { LEAD_ORDERS, LEAD_STATES, type Lead } from '@kreide/core/features/sales';
import { toLocal, writeDate } from '@kreide/core/kernel';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { useSelf } from '../../kernel/session.ts';
import { TableViews } from '../../kernel/TableViews.tsx';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import type { Column } from '../../ui/table/column.ts';
import { leadsQuery, useSync } from './leads-queries.ts';
import styles from './Sales.module.css';
import { SyncButton } from './SyncButton.tsx';

const ALL = 'all';
const FILTERS = ['search', 'brand', 'state', 'order'] as const;
const idOf = ({ id }: Lead) => `${id}`;
const LOOK = { new: 'plain', visited: 'accent', activated: 'success', lost: 'plain' } as const;

/** `/management/:schoolUuid/leads`: schools that may become customers, for those who sell the product (P-7.30, P-7.29). */
export function LeadsScreen() {
  const { t } = useTranslation('sales');
  const { search: address, change } = useAddressFilters(FILTERS);
  const search = (address.get('search') ?? '').slice(0, 100);
  const brand = (address.get('brand') ?? '').slice(0, 40);
  const state = LEAD_STATES.find((one) => one === address.get('state'));
  const order = LEAD_ORDERS.find((one) => one === address.get('order')) ?? 'name';
  const [typed, setTyped] = useState(search);
  useDebounced(typed, (text) => text.trim() !== search && change({ search: text.trim() }));
  const wish = { order, ...(search && { search }), ...(brand && { brand }), ...(state && { state }) };
  const leads = useInfiniteQuery({ ...leadsQuery(wish), placeholderData: keepPreviousData });
  const known = useSync(true)?.brands ?? [];
  const brands = brand === '' || known.includes(brand) ? known : [brand, ...known];
  const columns = useColumns();
  const isNarrowed = search !== '' || brand !== '' || state !== undefined;
  return (
    <div className={styles.screen}>
      <SyncButton />
      <search className={styles.filters} aria-label={t('leads.filters')}>
        <SearchField label={t('leads.search')} placeholder={t('leads.searchHint')} value={typed} onChange={setTyped} />
        <Select
          label={t('lead.brand')}
          value={brand || ALL}
          options={[{ key: ALL, text: t('leads.allBrands') }, ...brands.map((key) => ({ key, text: key }))]}
          onChange={(key) => change({ brand: key === ALL ? '' : key })}
        />
        <Select
          label={t('lead.state')}
          value={state ?? ALL}
          options={[
            { key: ALL, text: t('leads.allStates') },
            ...LEAD_STATES.map((key) => ({ key, text: t(`state_${key}`) })),
          ]}
          onChange={(key) => change({ state: key === ALL ? '' : key })}
        />
      </search>
      <TableViews table="leads" names={FILTERS} onOpen={(opened) => setTyped(opened.get('search') ?? '')} />
      <PagedTable
        query={leads}
        label={t('leads.title')}
        idOf={idOf}
        columns={columns}
        order={order}
        onOrder={(next) => change({ order: next === 'name' ? '' : next })}
        skeleton={{ type: 'table', label: t('leads.loading') }}
        errorTitle={t('leads.errorTitle')}
        empty={
          <EmptyState
            icon="search"
            title={t(isNarrowed ? 'leads.noneTitle' : 'leads.emptyTitle')}
            text={t(isNarrowed ? 'leads.noneText' : 'leads.emptyText')}
          />
        }
      />
    </div>
  );
}

/** Who, where, how far, of which brand, and when it changed last. The name leads to the activation. */
function useColumns(): readonly Column<Lead>[] {
  const { t, language } = useTranslation('sales');
  const { time_zone, uuid: schoolUuid } = useSelf().school;
  return useMemo(
    () => [
      {
        key: 'name',
        name: t('lead.name'),
        width: 'minmax(0, 3fr)',
        card: 'title',
        isOrdered: true,
        cell: ({ uuid, name }) => <Link to={`/management/${schoolUuid}/activation/${uuid}/details`}>{name}</Link>,
      },
      {
        key: 'place',
        name: t('lead.city'),
        width: 'minmax(0, 2fr)',
        card: 'below',
        cell: ({ postal_code, city }) => [postal_code, city].filter(Boolean).join(' '),
      },
      {
        key: 'brand',
        name: t('lead.brand'),
        width: 'minmax(0, 1fr)',
        card: 'none',
        cell: ({ brand }) => brand,
      },
      {
        key: 'updated_at',
        name: t('lead.changed'),
        width: 'minmax(0, 1fr)',
        card: 'none',
        isOrdered: true,
        cell: ({ updated_at }) => writeDate(language, toLocal(new Date(updated_at), time_zone).date, 'medium'),
      },
      {
        key: 'state',
        name: t('lead.state'),
        width: 'minmax(7rem, 1fr)',
        card: 'end',
        cell: ({ state }) => <Tag look={LOOK[state]}>{t(`state_${state}`)}</Tag>,
      },
    ],
    [t, language, time_zone, schoolUuid],
  );
}
