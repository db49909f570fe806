import { auditApi } from '@kreide/core/features/audit';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useListRefresh } from '../../kernel/use-list-refresh.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditItem } from './AuditItem.tsx';
import styles from './AuditScreen.module.css';
import { auditQueryOf, readAuditPage } from './audit-queries.ts';
import { ExportButton } from './ExportButton.tsx';
import { useAuditWish } from './use-audit-wish.ts';

/** Who changed what at the school, newest first, to be searched and exported (D-4.11). */
export function AuditScreen() {
  const { t } = useTranslation(['audit', 'errors']);
  const { school } = useSelf();
  const { wish, change, reset } = useAuditWish();
  const query = auditQueryOf(school.id, wish);
  const log = useInfiniteQuery(query);
  useListRefresh({ ...query, readFirst: () => readAuditPage(school.id, wish, null), idOf: ({ seq }) => seq });
  const actions = useQuery(queryOf(auditApi.listActions, { params: { id: `${school.id}` } }));
  const isFiltered = Object.keys(wish).length > 0;
  return (
    <div className={styles.screen}>
      <AuditFilters wish={wish} actions={actions.data ?? []} onChange={change} onReset={reset}>
        <ExportButton wish={wish} />
      </AuditFilters>
      <InfiniteList
        query={log}
        idOf={({ seq }) => seq}
        className={styles.list}
        skeleton={{ label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={t('noneTitle')} text={t('noneText')} />
          ) : (
            <EmptyState icon="list" title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
      >
        {(entry) => <AuditItem entry={entry} timeZone={school.time_zone} onChoose={change} />}
      </InfiniteList>
    </div>
  );
}
