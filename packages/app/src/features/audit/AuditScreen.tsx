import { AUDIT_EXPORT_MAXIMUM, type AuditLogEntry, auditApi } from '@kreide/core/features/audit';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { ListBeside } from '../../kernel/ListBeside.tsx';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { useSelf } from '../../kernel/session.ts';
import { LIST_REFRESH, useListRefresh } from '../../kernel/use-list-refresh.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { AuditFacts } from './AuditFacts.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import styles from './AuditScreen.module.css';
import { auditQueryOf, readAuditPage } from './audit-queries.ts';
import { ExportButton } from './ExportButton.tsx';
import { useAuditColumns } from './use-audit-columns.tsx';
import { useAuditWish } from './use-audit-wish.ts';

const idOf = ({ seq }: AuditLogEntry) => `${seq}`;

/** Who changed what at the school, to be searched, read from either end and exported (D-4.11). */
export function AuditScreen() {
  const { t, language } = useTranslation(['audit', 'errors']);
  const { school } = useSelf();
  const { wish, order, change, reset } = useAuditWish();
  const params = { id: `${school.id}` };
  const query = auditQueryOf(school.id, { wish, order });
  const log = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  // What is added comes above the newest; the oldest stay where they are.
  useListRefresh({
    ...query,
    readFirst: async () => (order === 'at' ? [] : readAuditPage(school.id, { wish, order }, null)),
    idOf,
  });
  const actions = useQuery(queryOf(auditApi.listActions, { params }));
  const counted = queryOf(auditApi.count, { params, query: wish }, { staleTime: 0 });
  const total = useQuery({ ...counted, refetchInterval: LIST_REFRESH }).data?.count;
  const [opened, setOpened] = useState<AuditLogEntry | null>(null);
  const columns = useAuditColumns(setOpened);
  const isAll = total !== undefined && total <= AUDIT_EXPORT_MAXIMUM;
  const number = Math.min(total ?? 0, AUDIT_EXPORT_MAXIMUM).toLocaleString(language);
  return (
    <div className={styles.screen}>
      <AuditFilters wish={wish} actions={actions.data ?? []} onChange={change} onReset={reset}>
        <ExportButton wish={wish} />
      </AuditFilters>
      <p className={styles.count} role="status">
        {total !== undefined && t(isAll ? 'list.count' : 'list.more', { number })}
      </p>
      <ListBeside
        item={
          opened && {
            title: opened.what,
            onClose: () => setOpened(null),
            content: (
              <AuditFacts
                entry={opened}
                timeZone={school.time_zone}
                onChoose={(values) => {
                  setOpened(null);
                  change(values);
                }}
              />
            ),
          }
        }
      >
        <PagedTable
          query={log}
          label={t('title')}
          idOf={idOf}
          columns={columns}
          total={isAll ? total : undefined}
          order={order}
          onOrder={(next) => change({ order: next === '-at' ? '' : next })}
          openedId={opened && idOf(opened)}
          skeleton={{ type: 'table', label: t('loading') }}
          errorTitle={t('errorTitle')}
          empty={
            Object.keys(wish).length > 0 ? (
              <EmptyState icon="search" title={t('noneTitle')} text={t('noneText')} />
            ) : (
              <EmptyState icon="list" title={t('emptyTitle')} text={t('emptyText')} />
            )
          }
        />
      </ListBeside>
    </div>
  );
}
