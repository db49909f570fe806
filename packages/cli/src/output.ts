import type { Cli } from './cli.ts';

/** One JSON value on stdout, a line of its own (D-3.03). */
export function printJson(cli: Cli, value: unknown): void {
  cli.json.hasPrinted = true;
  cli.terminal.out(`${JSON.stringify(value)}\n`);
}

/** Width of a text in columns, so that Cyrillic, umlauts and wide characters line up. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text.normalize('NFC')) {
    if (/\p{Mark}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

/** A text without control sequences: file contents and server messages are not trusted. */
export function toPlain(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ');
}

/** A text as one word of a command line. */
export const quote = (text: string): string => `'${toPlain(text).replaceAll("'", "'\\''")}'`;

export interface Column {
  title: string;
  align?: 'right';
}

/** A table in plain text; the last column is not padded. Each line ends with a line end. */
export function toTable(columns: readonly Column[], rows: readonly (readonly string[])[], indent = ''): string {
  const cells = [columns.map((column) => column.title), ...rows.map((row) => row.map(toPlain))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ''))));
  return cells
    .map((row) => {
      const line = columns.map((column, index) => {
        const text = row[index] ?? '';
        const space = ' '.repeat((widths[index] ?? 0) - widthOf(text));
        return column.align === 'right' ? `${space}${text}` : `${text}${space}`;
      });
      return `${indent}${line.join('  ').trimEnd()}\n`;
    })
    .join('');
}

/** Names and values, one pair per line. */
export function toFields(fields: readonly (readonly [string, string])[]): string {
  const width = Math.max(...fields.map(([name]) => widthOf(name)));
  return fields.map(([name, value]) => `${name}${' '.repeat(width - widthOf(name))}  ${toPlain(value)}\n`).join('');
}
