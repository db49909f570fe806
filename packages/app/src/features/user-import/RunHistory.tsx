import { type ImportRun, namedSource, type RunOrder } from '@kreide/core/features/user-import';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useMemo } from 'react';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Link } from '../../ui/Link.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import type { Column } from '../../ui/table/column.ts';
import styles from './Import.module.css';
import { UndoButton } from './UndoButton.tsx';
import { useSavedRuns } from './use-run.ts';

const LOOKS: Partial<Record<ImportRun['state'], TagLook>> = {
  SAVED: 'success',
  SAVING: 'info',
  UNDOING: 'info',
  FAILED: 'danger',
};
const idOf = ({ id }: ImportRun) => `${id}`;

/** The imports that were saved, each with its way back. */
export function RunHistory() {
  const { t } = useTranslation('user-import');
  const { search, change } = useAddressFilters(['order']);
  const order: RunOrder = search.get('order') === 'at' ? 'at' : '-at';
  const saved = useSavedRuns(order);
  const columns = useColumns();
  return (
    <section className={styles.section} aria-label={t('history.title')}>
      <h2>{t('history.title')}</h2>
      <PagedTable
        query={saved}
        label={t('history.title')}
        idOf={idOf}
        columns={columns}
        order={order}
        onOrder={(next) => change({ order: next === '-at' ? '' : next })}
        skeleton={{ type: 'list', label: t('history.loading') }}
        errorTitle={t('history.errorTitle')}
        empty={
          <EmptyState icon="list" title={t('history.emptyTitle')} text={t('history.emptyText')} headingLevel={3} />
        }
      />
    </section>
  );
}

function useColumns(): readonly Column<ImportRun>[] {
  const { t, language } = useTranslation('user-import');
  const { uuid, time_zone } = useSelf().school;
  return useMemo(() => {
    const titleOf = (run: ImportRun) =>
      t('history.run', {
        date: writeMoment(language, new Date(run.saved_at ?? run.created_at), time_zone, 'medium'),
      });
    return [
      {
        key: 'at',
        name: t('history.import'),
        width: 'minmax(0, 3fr)',
        isOrdered: true,
        card: 'title',
        cell: (run) => (
          <Link to={`/management/${uuid}/upload?run=${run.id}`} tabIndex={-1}>
            {titleOf(run)}
          </Link>
        ),
      },
      {
        key: 'files',
        name: t('history.files'),
        width: 'minmax(0, 2fr)',
        card: 'below',
        cell: ({ source, files }) =>
          [namedSource(source), ...files.map(({ name }) => name)].filter(Boolean).join(' · '),
      },
      {
        key: 'counts',
        name: t('history.people'),
        width: 'minmax(0, 2fr)',
        card: 'below',
        cell: ({ counts }) => counts && t('history.counts', { ...counts, added: counts.new }),
      },
      {
        key: 'state',
        name: t('history.state'),
        width: 'minmax(8.5rem, 1fr)',
        card: 'end',
        cell: ({ state, progress }) => (
          <Tag look={LOOKS[state] ?? 'plain'}>
            {t(`state.${state}`)}
            {state === 'UNDOING' && ` ${progress} %`}
          </Tag>
        ),
      },
      {
        key: 'undo',
        name: t('history.undo'),
        width: 'minmax(8.5rem, 1fr)',
        card: 'below',
        cell: (run) => isAllowed(run.can, 'undo') && <UndoButton run={run} title={titleOf(run)} />,
      },
    ];
  }, [t, language, uuid, time_zone]);
}
