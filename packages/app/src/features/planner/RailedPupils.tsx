import { RAIL_LISTS, type RailedPupil, type RailList } from '@kreide/core/features/planner';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Select } from '../../ui/Select.tsx';
import type { Column } from '../../ui/table/column.ts';
import styles from './Proposal.module.css';
import { railPupilsQuery } from './planner-queries.ts';

const idOf = ({ id }: RailedPupil) => `${id}`;

/** Pupils of a distribution: who is not placed and why, who changes a course, or all, page by page. */
export function RailedPupils({ runId, first }: { runId: number; first: RailList }) {
  const { t } = useTranslation('planner');
  const [list, setList] = useState(first);
  const pupils = useInfiniteQuery({ ...railPupilsQuery(runId, list), placeholderData: keepPreviousData });
  const columns = useMemo(
    (): readonly Column<RailedPupil>[] => [
      {
        key: 'name',
        name: t('rails.name'),
        width: 'minmax(0, 2fr)',
        card: 'title',
        cell: ({ firstname, lastname }) => `${lastname}, ${firstname}`,
      },
      {
        key: 'what',
        name: t('rails.what'),
        width: 'minmax(0, 4fr)',
        card: 'below',
        cell: ({ moves, open }) =>
          [
            ...open.map(({ course, reason, beside }) =>
              reason === 'FULL'
                ? t('rails.openFull', { course })
                : t('rails.openIn', { course, beside: beside.join(', ') }),
            ),
            ...moves.map((move) => t('rails.move', move)),
          ].join('; '),
      },
      {
        key: 'stays',
        name: t('rails.stays'),
        width: 'minmax(0, 3fr)',
        card: 'below',
        cell: ({ stays }) => stays.join(', '),
      },
    ],
    [t],
  );
  return (
    <div className={styles.part}>
      <Select
        label={t('rails.show')}
        value={list}
        options={RAIL_LISTS.map((key) => ({ key, text: t(`rails.lists.${key}`) }))}
        onChange={setList}
      />
      <PagedTable
        query={pupils}
        label={t(`rails.lists.${list}`)}
        idOf={idOf}
        columns={columns}
        skeleton={{ type: 'list', label: t('rails.loading') }}
        errorTitle={t('rails.errorTitle')}
        empty={<p>{t('rails.nobody')}</p>}
      />
    </div>
  );
}
