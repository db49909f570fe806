import { describe, expect, it } from 'vitest';
import { writeRejected } from './rejected-file.ts';
import type { ImportRun } from './schema.ts';

const WORDS = { row: 'Zeile', column: 'Spalte', reason: 'Grund' };
const column = (header: string, file = 'a.csv'): ImportRun['columns'][number] => ({
  file,
  sheet: null,
  header,
  field: null,
  is_sensitive: false,
});
const row = (cells: string[], line: number) => ({
  places: [{ file: 'a.csv', sheet: null, line }],
  rejected: { column: 'Vorname', value: '', code: 'no_name' as const, text: 'Vorname oder Nachname fehlt.', cells },
});

describe('the error file', () => {
  it('has the columns of the list, then line, column and reason, and no formula that a spreadsheet would run [D-3.07] [T-2.85]', () => {
    const columns = [column('Nachname'), column('Vorname'), column('Name (2)'), column('Klasse', 'b.csv')];
    expect(writeRejected(columns, [row(['=cmd|x', '', 'a;"b"'], 7)], WORDS)).toBe(
      '\uFEFFNachname;Vorname;Name;Zeile;Spalte;Grund\r\n\'=cmd|x;;"a;""b""";7;Vorname;Vorname oder Nachname fehlt.\r\n',
    );
  });

  it('of a list without a header has none either, and holds rows of any length', () => {
    const lines = writeRejected([column('1'), column('2')], [row(['x'], 1), row(['x', 'y', 'z'], 2)], WORDS);
    expect(lines.split('\r\n')).toEqual([
      '\uFEFFx;;;1;Vorname;Vorname oder Nachname fehlt.',
      'x;y;z;2;Vorname;Vorname oder Nachname fehlt.',
      '',
    ]);
  });
});
