import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { classes } from '../classes.ts';
import type { Column } from './column.ts';
import { SelectBox } from './SelectBox.tsx';
import styles from './Table.module.css';

interface TableRowProps<T> {
  row: T;
  columns: readonly Column<T>[];
  index: number;
  /** Its place in the table, px. */
  start: number;
  measure: (element: HTMLElement | null) => void;
  /** Null: nothing can be chosen. */
  isChosen: boolean | null;
  mayBeChosen: boolean;
  /** Its details stand beside the table. */
  isOpened: boolean;
  isActive: boolean;
  /** A key has led here: it takes the focus. */
  isMoved: boolean;
  boxLabel: string;
  onFocus: (index: number, isRow: boolean) => void;
  onChoose: (index: number, isRange: boolean) => void;
}

function Row<T>({
  row,
  columns,
  index,
  start,
  measure,
  isChosen,
  mayBeChosen,
  isOpened,
  isActive,
  isMoved,
  boxLabel,
  ...on
}: TableRowProps<T>) {
  const element = useRef<HTMLTableRowElement | null>(null);
  const hold = useCallback(
    (node: HTMLTableRowElement | null) => {
      element.current = node;
      measure(node);
    },
    [measure],
  );
  useLayoutEffect(() => {
    if (isMoved) element.current?.focus();
  }, [isMoved]);
  return (
    <tr
      ref={hold}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isChosen ?? undefined}
      aria-current={isOpened || undefined}
      tabIndex={isActive ? 0 : -1}
      data-row=""
      className={classes(styles.row, styles.fact)}
      style={{ transform: `translateY(${start}px)` }}
      onFocus={({ target, currentTarget }) => on.onFocus(index, target === currentTarget)}
    >
      {isChosen !== null && (
        <td className={styles.box}>
          {mayBeChosen && (
            <SelectBox
              label={boxLabel}
              isChosen={isChosen}
              isInRow
              onChoose={(isRange) => on.onChoose(index, isRange)}
            />
          )}
        </td>
      )}
      {columns.map(({ key, cell, card }, at) => {
        const Cell = at === 0 ? 'th' : 'td';
        return (
          <Cell key={key} scope={at === 0 ? 'row' : undefined} data-card={card} className={styles.cell}>
            {cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}

/** One row, drawn again only when something of it changes. */
export const TableRow = memo(Row, (former, next) =>
  (Object.keys(next) as (keyof typeof next)[]).every(
    (name) => name === 'onFocus' || name === 'onChoose' || former[name] === next[name],
  ),
) as typeof Row;
