import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinRoster, type ReadPeople, readPeople, writeRejected } from '@kreide/core/features/user-import';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { describeSamples, listSamples, SAMPLES } from '../../../../tests/support/samples.ts';
import { readTables, UnreadablePeopleFile } from './read-tables.ts';

const TODAY = '2026-11-22';
const PLAIN = { columns: {}, type: null, date_order: null };
/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠]/u;
const NUMBER = /^-?\d+([.,]\d+)?$/;

const toPlace = ({ file, sheet, line }: { file: string; sheet: string | null; line: number }) =>
  `${file}|${sheet}|${line}`;

/** Reads an upload. Null: the upload was refused. Any other error fails the test. */
async function read(bytes: Uint8Array): Promise<(ReadPeople & { rows: string[] }) | null> {
  try {
    const { tables } = await readTables([{ name: 'list', bytes }]);
    const roster = joinRoster(tables, null, TODAY);
    if (roster && 'reason' in roster) return null;
    const found = readPeople(roster?.tables ?? tables, PLAIN, TODAY, roster);
    // OneRoster joins several rows to one person. In a list each row below the header is a person; without a header each row is.
    const rows = (roster ? [] : tables).flatMap((table) => {
      const of = found.tables.find(({ file, sheet }) => file === table.file && sheet === table.sheet);
      const below = of ? table.rows.slice(table.rows.length - of.rows) : found.tables.length > 0 ? [] : table.rows;
      return below
        .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
        .map(({ line }) => toPlace({ ...table, line }));
    });
    return { ...found, rows };
  } catch (error) {
    if (error instanceof UnreadablePeopleFile) return null;
    throw error;
  }
}

/** For any upload: people are complete and distinct, nobody is their own parent, and no spreadsheet runs what is sent back. */
async function expectSound(bytes: Uint8Array): Promise<void> {
  const found = await read(bytes);
  if (!found) return;
  const { people, rejected, columns, rows } = found;
  const seen = new Set([...people.flatMap(({ places }) => places), ...rejected].map(toPlace));
  expect(
    rows.filter((row) => !seen.has(row)),
    'every row is somebody or has a reason',
  ).toEqual([]);
  const types = new Map(people.map(({ key, type }) => [key, type]));
  expect(types.size, 'everybody has a key of their own').toBe(people.length);
  for (const { key, lastname, firstname, birth_date, children, places } of people) {
    expect([lastname.trim() !== '', firstname.trim() !== '', places.length > 0]).toEqual([true, true, true]);
    expect(Math.max(lastname.length, firstname.length)).toBeLessThanOrEqual(100);
    expect(`${lastname}${firstname}`, 'no name holds what no database holds').not.toMatch(/\p{Cc}|\ufffd/u);
    if (birth_date !== null) expect(new Date(birth_date).toISOString().slice(0, 10)).toBe(birth_date);
    for (const child of children) {
      expect(child.key).not.toBe(key);
      expect(types.get(child.key)).toBe('STUDENT');
    }
  }
  const lines = rejected.map((row) => ({
    places: [{ file: row.file, sheet: row.sheet, line: row.line }],
    rejected: { column: row.column, value: row.value, code: row.reason, text: 'x', cells: [...row.cells] },
  }));
  const sent = writeRejected(columns, lines, { row: 'Zeile', column: 'Spalte', reason: 'Grund' });
  const cells = Papa.parse<string[]>(sent.replace('\uFEFF', ''), { delimiter: ';' }).data.flat();
  const running = cells.filter((cell) => FORMULA.test(cell.replace(/^'/, '!')) && !NUMBER.test(cell));
  expect(running, 'no cell of the error file is a formula').toEqual([]);
}

type Spoil = (bytes: Uint8Array, at: number, seed: number) => Uint8Array;
const place = (bytes: Uint8Array, at: number) => Math.floor(at * (bytes.length - 1));
const asText = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
const asBytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
/** Ways in which files of school offices come spoilt. */
const SPOILS: Readonly<Record<string, Spoil>> = {
  flipped: (bytes, at, seed) =>
    bytes.map((byte, index) =>
      (index * 31 + seed) % 97 === 0 || index === place(bytes, at) ? byte ^ (1 << (seed % 8)) : byte,
    ),
  truncated: (bytes, at) => bytes.subarray(0, place(bytes, at)),
  doubled: (bytes, at) => Buffer.concat([bytes.subarray(0, place(bytes, at)), bytes]),
  shuffled: (bytes, _, seed) => {
    const sign = [';', ',', '\t', '|'].find((one) => asText(bytes).split('\n', 1)[0]?.includes(one)) ?? ';';
    const turn = (cells: string[]) => cells.map((_cell, index) => cells[(index * 7 + seed) % cells.length] ?? '');
    return asBytes(
      asText(bytes)
        .split('\n')
        .map((row) => turn(row.split(sign)).join(sign))
        .join('\n'),
    );
  },
  encoded_twice: (bytes) => new TextEncoder().encode(asText(bytes)),
  utf16: (bytes) => new Uint8Array(Buffer.from(`\ufeff${new TextDecoder().decode(bytes)}`, 'utf16le')),
  with_zeros: (bytes, at) =>
    Buffer.concat([
      bytes.subarray(0, place(bytes, at)),
      Buffer.from('\0\u0001\u0085\0'),
      bytes.subarray(place(bytes, at)),
    ]),
  with_formulas: (bytes, _, seed) =>
    asBytes(
      asText(bytes).replace(
        /\n([^;,\t|\n]*)/g,
        (_row, cell) => `\n${["=cmd|' /C calc'!A0", '@SUM(1)', '+1+1', '"=1+1"'][seed % 4]}${cell}`,
      ),
    ),
  with_long_names: (bytes, at) =>
    asBytes(
      asText(bytes).replace(/[A-Z][a-z]{3,}/g, (name, index) => (index > at * bytes.length ? name.repeat(100) : name)),
    ),
  with_impossible_days: (bytes) => asBytes(asText(bytes).replace(/\b\d\d\.\d\d\.(\d{4})\b/g, '30.02.$1')),
};

const expectSoundSpoilt = async (bytes: Uint8Array, spoil: Spoil, runs: number) =>
  fc.assert(
    fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(1000), async (at, seed) => {
      await expectSound(spoil(bytes, at, seed));
    }),
    { numRuns: runs, endOnFailure: true },
  );

const OWN = [
  'ID;Nachname;Vorname;Geburtsdatum;Klasse;E-Mail;Erzieher 1: Nachname;Erzieher 1: Vorname;Erzieher 1: E-Mail',
  '1;Müller;Zoë;29.02.2016;5a;;Müller;Uta;uta@home.example',
  "2;O'Brien;Łukasz;01.02.2014;6b;;O'Brien;Kim;kim@home.example",
  '3;"Al-Sayed; al";Ali;15.03.2015;5a;ali@home.example;Al-Sayed;Hassan;',
].join('\r\n');

describe('a list that is spoilt', () => {
  it.each(Object.entries(SPOILS))('%s is read or refused, and gives whole people only [D-3.07]', async (_, spoil) => {
    await expectSoundSpoilt(new TextEncoder().encode(OWN), spoil, 60);
  });

  it('with a # before a row below its header loses nobody; a line with nothing else is a comment', async () => {
    const rows = [
      'ID;Nachname;Vorname;Geburtsdatum;Klasse',
      '#1;Kern;Ada;01.02.2015;5a',
      '# Stand: Montag',
      '2;Lenz;Ben;;5a',
    ];
    const bytes = new TextEncoder().encode(rows.join('\n'));
    const found = await read(bytes);
    expect(found?.people.map(({ lastname }) => lastname)).toEqual(['Kern', 'Lenz']);
    expect(found?.rejected).toEqual([]);
  });

  it('makes nobody a parent of themselves, or of somebody who is their parent', async () => {
    const rows = [
      'Nachname;Vorname;Geburtsdatum;Klasse;Erzieher 1: Nachname;Erzieher 1: Vorname;Erzieher 1: E-Mail',
      'Kreis;Anna;01.02.2015;5a;Kreis;Ben;ben@home.example',
      'Kreis;Ben;01.02.2014;6a;Kreis;Anna;anna@home.example',
      'Selbst;Ida;01.02.2014;6a;Selbst;Ida;ida@home.example',
    ];
    const bytes = new TextEncoder().encode(rows.join('\n'));
    await expectSound(bytes);
    const people = (await read(bytes))?.people ?? [];
    // Each guardian is an adult of that name, never the other child. Whoever is named as their own guardian has none.
    expect(people.map(({ type, firstname, children }) => [type, firstname, children.length])).toEqual([
      ['STUDENT', 'Anna', 0],
      ['STUDENT', 'Ben', 0],
      ['STUDENT', 'Ida', 0],
      ['PARENT', 'Ben', 1],
      ['PARENT', 'Anna', 1],
    ]);
  });
});

describeSamples('people, spoilt', () => {
  const samples = listSamples('people', (name) => name !== 'SOURCES.tsv');
  it.each(samples)('of %s are read or refused, and give whole people only', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(SAMPLES, 'people', name)));
    await expectSound(bytes);
    for (const spoil of Object.values(SPOILS)) await expectSoundSpoilt(bytes, spoil, 4);
  });
});
