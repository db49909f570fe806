import { writeFileSync } from 'node:fs';
import { defuseCell } from '@kreide/core/kernel';
import Papa from 'papaparse';
import type { PersonRow } from './people.ts';

/** Headers that an import of people knows again; the number of an account is none of a list's ids. */
const COLUMNS = {
  kreide_id: ({ id }) => String(id),
  role: ({ role }) => role,
  lastname: ({ lastname }) => lastname,
  firstname: ({ firstname }) => firstname,
  class: (person) => person.class ?? '',
  email: ({ email }) => email ?? '',
  username: ({ username }) => username,
  state: ({ state }) => state,
  locked: ({ is_locked }) => String(is_locked),
  ends: ({ expire_at }) => expire_at ?? '',
  archived: ({ deleted_at }) => deleted_at ?? '',
} as const satisfies Record<string, (person: PersonRow) => string>;

const headers = Object.keys(COLUMNS);
/** A name that a spreadsheet would run is a text. */
const toCells = (person: PersonRow) => Object.values(COLUMNS).map((cell) => defuseCell(cell(person)));

/** The list as CSV: semicolons and a byte order mark, as spreadsheets of these countries expect. */
export function toPeopleCsv(people: readonly PersonRow[]): string {
  const content = Papa.unparse({ fields: headers, data: people.map(toCells) }, { delimiter: ';', newline: '\r\n' });
  return `\uFEFF${content}\r\n`;
}

/** Writes the list as a workbook for a name that ends with .xlsx, else as CSV; nobody else on this machine reads it. */
export async function writePeople(people: readonly PersonRow[], path: string): Promise<void> {
  if (!path.toLowerCase().endsWith('.xlsx')) return writeFileSync(path, toPeopleCsv(people), { mode: 0o600 });
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const head = headers.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  // Text cells, so that a class 10E1 stays one.
  const rows = people.map((person) => toCells(person).map((value) => ({ value, type: String, format: '@' })));
  const content = await writeExcelFile([head, ...rows], { stickyRowsCount: 1 }).toBuffer();
  writeFileSync(path, content, { mode: 0o600 });
}
