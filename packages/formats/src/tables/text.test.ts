import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELIMITERS, decodeText, detectDelimiter, readRows } from './text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16be = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16());

describe('decoding text', () => {
  it('reads UTF-8 with and without a byte order mark', () => {
    expect(decodeText(utf8('Mühle'))).toEqual({ text: 'Mühle', encoding: 'utf-8' });
    expect(decodeText(utf8('\uFEFFMühle'))).toEqual({ text: 'Mühle', encoding: 'utf-8' });
  });

  it('reads UTF-16 of both byte orders, with a mark or without', () => {
    expect(decodeText(Buffer.from('\uFEFFKlasse;Fäch', 'utf16le'))).toEqual({
      text: 'Klasse;Fäch',
      encoding: 'utf-16le',
    });
    expect(decodeText(utf16be('\uFEFFKlasse;Fäch')).text).toBe('Klasse;Fäch');
    expect(decodeText(Buffer.from('Klasse', 'utf16le')).encoding).toBe('utf-16le');
    expect(decodeText(utf16be('Klasse')).encoding).toBe('utf-16be');
  });

  it('reads what is no UTF-8 as Windows-1252, the range 0x80 to 0x9F included', () => {
    const bytes = Uint8Array.from([0x4d, 0xfc, 0x6c, 0x20, 0x80, 0x20, 0x96]);
    expect(decodeText(bytes)).toEqual({ text: 'Mül € –', encoding: 'windows-1252' });
  });

  it('drops NUL, which no database column holds', () => {
    expect(decodeText(Buffer.from('\uFEFFa\0b', 'utf16le')).text).toBe('ab');
  });

  it('never fails, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => typeof decodeText(bytes).text === 'string'));
  });
});

describe('finding the delimiter', () => {
  it('takes the one with a constant number of fields, not the most frequent one', () => {
    expect(detectDelimiter('a;b,c,d;e\na;b;c,x\na;b;c\n')).toBe(';');
    expect(detectDelimiter('1,"a;b;c;d",2\n3,"e;f;g;h;i",4\n')).toBe(',');
    expect(detectDelimiter('1\t2,5\t3\n1\t2\t3\n')).toBe('\t');
  });

  it('answers nothing for a text of one column and obeys a first line sep=', () => {
    expect(detectDelimiter('hello\nworld')).toBeNull();
    expect(detectDelimiter('')).toBeNull();
    expect(detectDelimiter('sep=,\na;b,c\n')).toBe(',');
  });
});

describe('reading rows', () => {
  it('keeps line numbers over blank lines, cells with line ends and mixed line ends', () => {
    const rows = readRows('a;b\r\n\r\n"two\r\nlines";c\nd;e\r"x""y";\n', ';');
    expect(rows.map(({ row, fields }) => [row, ...fields])).toEqual([
      [1, 'a', 'b'],
      [3, 'two\nlines', 'c'],
      [5, 'd', 'e'],
      [6, 'x"y', ''],
    ]);
  });

  it('keeps blanks inside and around codes', () => {
    expect(readRows('D  G4;"  x ";.Z\n', ';')[0]?.fields).toEqual(['D  G4', '  x ', '.Z']);
  });

  it('leaves a first line sep=; out and counts it', () => {
    expect(readRows('sep=;\na;b\n', ';')).toEqual([{ row: 2, fields: ['a', 'b'], is_broken: false }]);
  });

  it('loses one row to a stray quote and not the rest of the file', () => {
    const rows = readRows('1;"a";b\n2;"open;c\n3;"d\nd";e\n4;"x"y;f\n5;g;h\n', ';');
    expect(rows.map(({ row, fields, is_broken }) => [row, fields[0], is_broken])).toEqual([
      [1, '1', false],
      [2, '2', true],
      [3, '3', false],
      [5, '4', true],
      [6, '5', false],
    ]);
  });

  it('stays linear when every row has a stray quote', () => {
    const rows = readRows('1;"x"y;z\n'.repeat(20_000), ';');
    expect(rows).toHaveLength(20_000);
    expect(rows.every((row) => row.is_broken)).toBe(true);
  });

  it('gives back every table that was written with quotes', () => {
    const cell = fc.stringMatching(/^[a-zäöü0-9 .;,"\n\t-]{0,8}$/);
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(table, fc.constantFrom(...DELIMITERS), (rows, delimiter) => {
        const text = rows
          .map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(delimiter))
          .join('\r\n');
        expect(readRows(text, delimiter).map((row) => row.fields)).toEqual(rows);
      }),
    );
  });
});
