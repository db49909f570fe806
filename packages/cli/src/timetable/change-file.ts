import { writeFileSync } from 'node:fs';
import { type ChangeRow, timetableImportApi, type Upload } from '@kreide/core/features/timetable-import';
import Papa from 'papaparse';
import type { Cli } from '../cli.ts';
import type { Connection } from '../session.ts';

const COLUMNS = ['kind', 'of', 'what', 'before', 'after'] as const satisfies readonly (keyof ChangeRow)[];

/** The rows as CSV: semicolons and a byte order mark, as spreadsheets of these countries expect. */
export function toCsv(rows: readonly ChangeRow[]): string {
  const data = rows.map((row) => COLUMNS.map((column) => row[column] ?? ''));
  return `\uFEFF${Papa.unparse({ fields: [...COLUMNS], data }, { delimiter: ';', escapeFormulae: true })}\r\n`;
}

/** Writes the whole difference: JSON for a name that ends with .json, else CSV (D-3.08). */
export async function writeChanges(cli: Cli, { client }: Connection, { uuid }: Upload, path: string): Promise<void> {
  const { data } = await client.call(timetableImportApi.changes, { params: { uuid } }, { signal: cli.signal });
  const isJson = path.toLowerCase().endsWith('.json');
  writeFileSync(path, isJson ? `${JSON.stringify(data.rows, null, 2)}\n` : toCsv(data.rows));
  cli.terminal.err(`${cli.t('upload.changesWritten', { count: data.rows.length, path })}\n`);
}
