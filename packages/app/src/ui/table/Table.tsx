import {
  type ColumnDef,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import type { Column } from './column.ts';
import { SelectBox } from './SelectBox.tsx';
import styles from './Table.module.css';
import { TableRow } from './TableRow.tsx';
import type { Chosen } from './table-keys.ts';
import { useTableKeys } from './use-table-keys.ts';

interface TableProps<T> {
  label: string;
  rows: readonly T[];
  idOf: (row: T) => string;
  /** Without change between drawings; the first is the name of the row. */
  columns: readonly Column<T>[];
  /** How many rows there are on all pages, where that is known. */
  total?: number | undefined;
  /** The key of a column, with a minus for downwards. */
  order?: string;
  onOrder?: (order: string) => void;
  chosen?: Chosen;
  onChosen?: (chosen: Chosen) => void;
  /** Which rows can be chosen; without it all of them. */
  mayChoose?: (row: T) => boolean;
  /** The row whose details stand beside the table. */
  openedId?: string | null;
  /** Names of the boxes that choose. */
  texts?: { chooseAll: string; choose: (row: T) => string };
}

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature });
const NONE: Chosen = {};
/** Heights of a row and of a card before they are measured, px. */
const ROW = 46;
const rowHeight = () => ROW;
/** Rows that are drawn beyond the window, so that a turn of the wheel shows no gap. */
const OVERSCAN = 5;

/**
 * Rows of facts: columns with a head that stays in view, ordered by the server, chosen by box or key, cards on a phone.
 * Only what is near the window is drawn, however many pages have been read.
 */
export function Table<T extends object>({ rows, columns, idOf, order = '', onOrder, ...props }: TableProps<T>) {
  const { label, total, chosen = NONE, onChosen, mayChoose, openedId = null, texts } = props;
  // The table tells of each new state that it is given: one that is the same must be the same object.
  const sorting = useMemo((): SortingState => [{ id: order.replace('-', ''), desc: order.startsWith('-') }], [order]);
  const state = useMemo(() => ({ sorting, rowSelection: chosen }), [sorting, chosen]);
  const definitions = useMemo(
    (): ColumnDef<typeof features, T>[] =>
      columns.map(({ key, name, isOrdered = false }) => ({
        id: key,
        accessorFn: (row: T) => row,
        header: name,
        enableSorting: isOrdered,
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows as T[],
    getRowId: idOf,
    manualSorting: true,
    enableRowSelection: ({ original }) => mayChoose?.(original) ?? true,
    enableSortingRemoval: false,
    sortDescFirst: false,
    state,
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change;
      if (next) onOrder?.(`${next.desc ? '-' : ''}${next.id}`);
    },
    onRowSelectionChange: (change) => onChosen?.(typeof change === 'function' ? change(chosen) : change),
  });
  const drawn = table.getRowModel().rows;
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  // Keys and Shift pass over what cannot be chosen.
  const choose =
    onChosen &&
    ((next: Chosen) => {
      const refused = new Set(mayChoose && rows.filter((row) => !mayChoose(row)).map(idOf));
      onChosen(Object.fromEntries(Object.entries(next).filter(([id]) => !refused.has(id))));
    });
  const keys = useTableKeys({ ids, chosen, onChosen: choose });

  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  // Asked for once, and again whenever something on the page grows: not at each drawing, which would lay the page out anew.
  useLayoutEffect(() => {
    const place = () => setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + scrollY));
    place();
    const growth = new ResizeObserver(place);
    growth.observe(body.current?.closest('main') ?? document.body);
    return () => growth.disconnect();
  }, []);
  const getItemKey = useCallback((index: number) => ids[index] ?? index, [ids]);
  // The row with the focus stays, wherever the page is scrolled to.
  const rangeExtractor = useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), keys.active])].sort((a, b) => a - b),
    [keys.active],
  );
  const virtual = useWindowVirtualizer({
    count: drawn.length,
    estimateSize: rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey,
    rangeExtractor,
  });
  const corner = columns.find(({ card }) => card === 'corner');
  const template = `${onChosen ? '2.75rem ' : ''}${columns.map(({ width }) => width).join(' ')}`;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are moved between by keys is a grid.
      role="grid"
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-multiselectable={onChosen ? true : undefined}
      className={classes(styles.table, onChosen && styles.choosing, corner && styles.cornered)}
      style={{ '--table-columns': template, '--table-corner': corner?.width } as object}
      onKeyDown={keys.onKeyDown}
    >
      <thead className={styles.head}>
        {table.getHeaderGroups().map(({ id, headers }) => (
          <tr key={id} aria-rowindex={1} className={styles.row}>
            {onChosen && texts && (
              <th scope="col" className={styles.box}>
                <SelectBox
                  label={texts.chooseAll}
                  isChosen={table.getIsAllRowsSelected()}
                  isPartly={table.getIsSomeRowsSelected()}
                  onChoose={() => table.toggleAllRowsSelected()}
                />
              </th>
            )}
            {headers.map(({ id: key, column }) => {
              const name = column.columnDef.header as string;
              const direction = column.getIsSorted();
              return (
                <th
                  key={key}
                  scope="col"
                  aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
                  className={classes(!column.getCanSort() && styles.unordered)}
                >
                  {column.getCanSort() ? (
                    <button type="button" className={styles.order} onClick={column.getToggleSortingHandler()}>
                      {name}
                      <Icon
                        name={direction === 'desc' ? 'arrowDown' : 'arrowUp'}
                        size={16}
                        className={(!direction && styles.noDirection) || ''}
                      />
                    </button>
                  ) : (
                    <span className={classes(key === corner?.key && styles.spoken)}>{name}</span>
                  )}
                </th>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody ref={body} className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = drawn[index];
          if (!row) return null;
          return (
            <TableRow
              key={row.id}
              row={row.original}
              columns={columns}
              index={index}
              start={start - virtual.options.scrollMargin}
              measure={virtual.measureElement}
              isChosen={onChosen ? chosen[row.id] === true : null}
              mayBeChosen={row.getCanSelect()}
              isOpened={row.id === openedId}
              isActive={index === keys.active}
              isMoved={keys.isMoved && index === keys.active}
              boxLabel={texts?.choose(row.original) ?? ''}
              onFocus={keys.onFocus}
              onChoose={keys.choose}
            />
          );
        })}
      </tbody>
    </table>
  );
}
