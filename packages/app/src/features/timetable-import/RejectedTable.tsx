import type { Upload } from '@kreide/core/features/timetable-import';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import type { Column } from '../../ui/table/column.ts';
import { inOrder } from '../../ui/table/in-order.ts';
import { Table } from '../../ui/table/Table.tsx';

type Row = Upload['rejected'][number] & { place: number };

const VALUES = {
  row: ({ row }: Row) => row,
  reason: ({ reason }: Row) => reason,
  column: ({ column }: Row) => column,
} as const;
const idOf = ({ place }: Row) => `${place}`;

/** The rows that were left out, each with its reason; all of them are here, so they are ordered here. */
export function RejectedTable({ rejected, total }: { rejected: Upload['rejected']; total: number }) {
  const { t, language } = useTranslation('timetable-import');
  const [order, setOrder] = useState('row');
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      {
        key: 'reason',
        name: t('review.reason'),
        width: 'minmax(0, 4fr)',
        isOrdered: true,
        card: 'title',
        cell: ({ reason }) => reason,
      },
      {
        key: 'row',
        name: t('review.place'),
        width: 'minmax(5rem, 1fr)',
        isOrdered: true,
        card: 'end',
        cell: ({ row }) => row !== null && t('review.row', { row: String(row) }),
      },
      {
        key: 'column',
        name: t('review.column'),
        width: 'minmax(0, 1.5fr)',
        isOrdered: true,
        card: 'below',
        cell: ({ column }) => column,
      },
      { key: 'value', name: t('review.value'), width: 'minmax(0, 2fr)', card: 'below', cell: ({ value }) => value },
      { key: 'file', name: t('review.file'), width: 'minmax(0, 2fr)', card: 'below', cell: ({ file }) => file },
    ],
    [t],
  );
  const rows = useMemo(() => {
    const toValue = VALUES[order.replace('-', '') as keyof typeof VALUES];
    return inOrder(
      rejected.map((row, place) => ({ ...row, place })),
      { toValue, isDown: order.startsWith('-'), language },
    );
  }, [rejected, order, language]);
  return (
    <Table
      label={t('review.rejected')}
      rows={rows}
      idOf={idOf}
      columns={columns}
      total={total}
      order={order}
      onOrder={setOrder}
    />
  );
}
