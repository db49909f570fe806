import type { Key } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './Statistics.module.css';

/** What a table says of each row: words, or a number with or without a bar; null: so few that it is not said. */
export type Column<T> =
  | { name: string; text: (row: T) => string }
  | { name: string; number: (row: T) => number | null; hasBar?: true };

interface NumbersTableProps<T> {
  title: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  idOf: (row: T) => Key;
  /** Said in the place of a table without rows. */
  empty?: string;
}

/** A plain table of numbers; a bar shows each number beside the greatest of its column. */
export function NumbersTable<T>({ title, columns, rows, idOf, empty }: NumbersTableProps<T>) {
  const { t, language } = useTranslation('management');
  const greatest = columns.map((column) =>
    'number' in column ? Math.max(1, ...rows.map((row) => column.number(row) ?? 0)) : 1,
  );
  const cell = (column: Column<T>, row: T, index: number) => {
    if ('text' in column)
      return (
        <th key={column.name} scope="row">
          {column.text(row)}
        </th>
      );
    const number = column.number(row);
    const share = `${Math.round((100 * (number ?? 0)) / (greatest[index] ?? 1))}%`;
    return (
      <td key={column.name}>
        <span className={styles.number}>{number === null ? t('stats.few') : number.toLocaleString(language)}</span>
        {column.hasBar && <span className={styles.bar} style={{ inlineSize: share }} aria-hidden="true" />}
      </td>
    );
  };
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {rows.length === 0 && empty ? (
        <p className={styles.about}>{empty}</p>
      ) : (
        <Card>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key */}
          <section className={styles.scroll} aria-label={title} tabIndex={0}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {columns.map(({ name }) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={idOf(row)}>{columns.map((column, index) => cell(column, row, index))}</tr>
                ))}
              </tbody>
            </table>
          </section>
        </Card>
      )}
    </section>
  );
}
