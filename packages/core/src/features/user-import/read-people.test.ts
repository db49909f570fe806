import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERSON_FIELDS } from './fields.ts';
import { readPeople } from './read-people.ts';
import type { ImportProfile } from './records.ts';
import { readHeader, type SourceTable } from './tables.ts';

const TODAY = '2026-11-22';
const PLAIN: ImportProfile = { columns: {}, type: null, date_order: null };
const table = (...rows: readonly string[]): SourceTable => ({
  file: 'pupils.csv',
  sheet: null,
  rows: rows.map((row, index) => ({ line: index + 1, cells: row.split(';'), is_broken: false })),
});
const read = (rows: readonly string[], profile: Partial<ImportProfile> = {}) =>
  readPeople([table(...rows)], { ...PLAIN, ...profile }, TODAY);
const told = (rows: readonly string[]) => read(rows).rejected.map(({ line, column, reason }) => [line, column, reason]);

describe('people in the tables of school offices', () => {
  it('finds the header below title rows, whatever the order and spelling of its columns', () => {
    const { people } = read([
      'Schule am See',
      '',
      ' Klasse ;VORNAME*;Nachname;Geburts-Datum (TT.MM.JJJJ)',
      '5a;Zoë;Đặng;29.02.2016',
    ]);
    expect(people).toMatchObject([
      { class: '5a', firstname: 'Zoë', lastname: 'Đặng', birth_date: '2016-02-29', type: 'STUDENT' },
    ]);
  });

  it('never reads sensitive columns, and names them', () => {
    const { people, notes, columns } = read(['Nachname;Vorname;Religion;AHV-Nummer;Passwort', 'A;B;rk;756.1;geheim']);
    expect(JSON.stringify(people)).not.toMatch(/rk|756|geheim/);
    expect(notes).toContainEqual({ code: 'sensitive_columns', params: { columns: 'Religion, AHV-Nummer, Passwort' } });
    expect(columns.filter(({ is_sensitive }) => is_sensitive)).toHaveLength(3);
  });

  it('keeps nothing of columns that are never read in rejected rows, whoever skips them and however wide the row is', () => {
    const head = 'Nachname;Vorname;Klasse;Numéro de sécurité sociale;Staatsangehörigkeit;Passwort;Ort';
    const rows = [head, ';Ada;5a;756.1;Wakanda;geheim;Ulm', 'Kern;Ben;5a;756.2;Wakanda;geheim;Ulm;mehr'];
    const short = 'Lenz;5a;756.3;Wakanda;geheim';
    for (const columns of [{}, { Passwort: 'skip' as const }]) {
      const { rejected } = readPeople([{ ...table(...rows, short), delimiter: ';' }], { ...PLAIN, columns }, TODAY);
      expect(rejected.map(({ line }) => line)).toEqual([2, 3, 4]);
      expect(JSON.stringify(rejected)).not.toMatch(/756|Wakanda|geheim/);
      expect(rejected[0]?.cells).toEqual(['', 'Ada', '5a', '', '', '', 'Ulm']);
    }
    expect(JSON.stringify(read(['Wer;Passwort', 'x;geheim']).rejected)).not.toContain('geheim');
  });

  it('names letters that were lost, and keeps a # that somebody has written', () => {
    const { people, notes } = read(['Nachname;Vorname;Klasse', 'M?ller;Jos&eacute;5a', 'Kern #2;Ada;5a']);
    expect(people.map(({ lastname }) => lastname)).toEqual(['M?ller', 'Kern #2']);
    expect(notes).toContainEqual({ code: 'lost_letters', params: { count: 1, names: 'Jos&eacute M?ller' } });
  });

  it('names dates that programs write for none, and leaves grown-ups born on the first day of 1970', () => {
    const head = 'Nachname;Vorname;Geburtsdatum;Rolle';
    const born = (...rows: string[]) => read([head, ...rows]);
    const grown = born('A;B;01.01.1970;Lehrer', 'C;D;01.01.1970;Eltern');
    expect(grown.people.map(({ birth_date }) => birth_date)).toEqual(['1970-01-01', '1970-01-01']);
    expect(grown.notes.map(({ code }) => code)).not.toContain('placeholder_date');
    const pupils = born('A;B;01.01.1970;Schüler', 'C;D;01.01.1900;Lehrer');
    expect(pupils.people.map(({ birth_date }) => birth_date)).toEqual([null, null]);
    expect(pupils.notes.filter(({ code }) => code === 'placeholder_date').length).toBeGreaterThan(0);
    expect(pupils.rejected).toEqual([]);
  });

  it('tells for every row that is nobody its line, column and reason', () => {
    const rows = [
      'Nachname;Vorname;Geburtsdatum;ID;Rolle',
      ';B;01.01.2015;1;',
      'A;B;30.02.2015;2;',
      'A;B;01.01.2060;3;',
    ];
    expect(told([...rows, 'A;B;;1.23457E+11;', 'A;B;;5;Hund', `${'x'.repeat(101)};B;;6;`, 'A;B\ufffd;;7;'])).toEqual([
      [2, 'Nachname', 'no_name'],
      [3, 'Geburtsdatum', 'bad_birth_date'],
      [4, 'Geburtsdatum', 'unlikely_birth_date'],
      [5, 'ID', 'spoilt_cell'],
      [6, 'Rolle', 'unknown_role'],
      [7, 'Nachname', 'name_too_long'],
      [8, 'Vorname', 'unreadable_letters'],
    ]);
  });

  it('refuses rows of another width than the header, but for one cell that is missing at the end', () => {
    const rows = [
      'Nachname;Vorname;Klasse;Telefon',
      'Kern;Ada;5a;030 1;;',
      'Lenz;Ben;5a',
      'Mai;Cem',
      'Noll;Dora;x;5a;030 2',
    ];
    const { people, rejected } = readPeople([{ ...table(...rows), delimiter: ';' }], PLAIN, TODAY);
    expect(people.map(({ lastname }) => lastname)).toEqual(['Kern', 'Lenz']);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'row_width'],
      [5, 'row_width'],
    ]);
    // A workbook leaves out empty cells, and knows the column of each.
    const sheet = readPeople([{ ...table(...rows), sheet: 'A' }], PLAIN, TODAY);
    expect(sheet.rejected.map(({ line }) => line)).toEqual([5]);
  });

  it.each(['12345', '01.02.2015', '2015-02-01', 'ada@school.example', '+49 30 123456'])(
    'doubts %s as a class, before anything is saved',
    (name) => {
      const { notes } = read(['Nachname;Vorname;Klasse', `Kern;Ada;${name}`, 'Lenz;Ben;10/1', 'Mai;Cem;101']);
      expect(notes).toEqual([{ code: 'odd_classes', params: { classes: name } }]);
    },
  );

  it.each([
    ['Teacher.csv', 'Nachname;Vorname', 'TEACHER'],
    ['Lehrkräfte 2026.csv', 'Nachname;Vorname', 'TEACHER'],
    ['export.csv', 'Nachname;Vorname;Lehrerkürzel', 'TEACHER'],
    ['export.csv', 'Schüler-Nachname;Schüler-Vorname', 'STUDENT'],
    ['export.csv', 'SIS ID;School SIS ID;First Name;Last Name;Teacher Number', 'TEACHER'],
    // Nothing says it, or two things say different things: it is asked.
    ['export.csv', 'Nachname;Vorname;Geburtsdatum', null],
    ['Teacher.csv', 'Nachname;Vorname;Klasse', null],
    ['export.csv', 'Nachname;Vorname;Klasse;Kürzel', null],
  ])('knows by name and headers who the rows of %s with %s are: %s', (file, header, type) => {
    const cells = header.split(';').map((_, at) => 'abcdefg'[at]!);
    const row = cells.join(';').replace('c;', '01.01.1990;').replace(/c$/, '01.01.1990');
    const { people, rejected } = readPeople([{ ...table(header, row), file }], PLAIN, TODAY);
    expect(people.map((one) => one.type)).toEqual(type === null ? [] : [type]);
    expect(rejected.map(({ reason }) => reason)).toEqual(type === null ? ['role_unsaid'] : []);
    const told = readPeople([{ ...table(header, row), file }], { ...PLAIN, type: 'EMPLOYEE' }, TODAY);
    // A list of a program that is certainly of one role is that one.
    expect(told.people.map((one) => one.type)).toEqual([header.startsWith('SIS ID') ? type : 'EMPLOYEE']);
  });

  it('takes the order of days and months from the column, and asks when nothing proves it', () => {
    const born = (rows: string[]) =>
      read(['Last name;First name;DOB', ...rows]).people.map(({ birth_date }) => birth_date);
    expect(born(['A;B;03/25/2015', 'C;D;03/04/2015'])).toEqual(['2015-03-25', '2015-03-04']);
    expect(told(['Last name;First name;DOB', 'A;B;03/04/2015'])).toEqual([[2, 'DOB', 'unknown_date_order']]);
    const { people } = read(['Last name;First name;DOB', 'A;B;03/04/2015'], { date_order: 'dmy' });
    expect(people[0]?.birth_date).toBe('2015-04-03');
  });

  it('refuses one id of two people and one person under two ids, with all their rows', () => {
    const head = 'ID;Nachname;Vorname;Geburtsdatum';
    expect(told([head, '1;Meier;Luca;15.03.2014', '1;Kunz;Mia;01.02.2013', '2;Roth;Eva;03.04.2014'])).toEqual([
      [2, null, 'id_of_two_people'],
      [3, null, 'id_of_two_people'],
    ]);
    expect(told([head, '1;Meier;Luca;15.03.2014', '2;Meier;Luca;15.03.2014'])).toEqual([
      [2, null, 'person_with_two_ids'],
      [3, null, 'person_with_two_ids'],
    ]);
  });

  it('reads guardians beside their children, once for a family, and the adult pupil not as a guardian', () => {
    const head = 'Nachname;Vorname;Klasse;Nachname 1;Vorname 1;E-Mail 1;Nachname 2;Vorname 2;E-Mail 2';
    const { people, notes } = read([
      head,
      'Yılmaz;Fatima;5a;Yılmaz;Ayşe;a@home.example;Yılmaz;Mehmet;m@home.example',
      'Yılmaz;Emre;7b;Yılmaz;Ayşe;a@home.example;Yılmaz;Mehmet;m@home.example',
      'Groß;Tom;12;Groß;Tom;t@home.example;;;',
      'Klein;Ina;5a;Klein;Uta;;;;',
    ]);
    const parents = people.filter(({ type }) => type === 'PARENT');
    expect(parents.map(({ firstname, email, children }) => [firstname, email, children.length])).toEqual([
      ['Ayşe', 'a@home.example', 2],
      ['Mehmet', 'm@home.example', 2],
    ]);
    expect(notes.map(({ code }) => code)).toEqual(expect.arrayContaining(['own_guardian', 'guardian_unreachable']));
  });

  it('reads parents as rows of their own, with children under repeated headers', () => {
    const rows = [
      'Nom responsable;Prénom responsable;Courriel;Nom de famille enfant;Prénom enfant;Classes enfants;Nom de famille enfant;Prénom enfant;Classes enfants',
    ];
    const list = [
      ...rows,
      'MARTIN;Jean;j@home.example;MARTIN;Martin;CE2;MARTIN;Martine;CE1',
      'MARTINE;Jeanne;;MARTIN;Martin;CE2',
    ];
    const { people } = readPeople([{ ...table(...list), file: 'export.csv' }], PLAIN, TODAY);
    expect(people.map(({ type, absent_children }) => [type, absent_children.length])).toEqual([
      ['PARENT', 2],
      ['PARENT', 1],
    ]);
  });

  it('keeps an address that two people share for neither', () => {
    const { people, notes } = read(['Nachname;Vorname;E-Mail', 'A;B;Home@x.example', 'C;D;home@x.example']);
    expect(people.map(({ email }) => email)).toEqual([null, null]);
    expect(notes.map(({ code }) => code)).toContain('shared_email');
  });

  it('reads a list without a header by its shape, and any by named columns', () => {
    const { people } = read(['7a;Müller;Jürgen;10.11.2010;', 'teachers;Maier;André;12.12.1987;']);
    expect(people.map(({ type, class: name }) => [type, name])).toEqual([
      ['STUDENT', '7a'],
      ['TEACHER', null],
    ]);
    const named = read(['Jürgen;x;Müller'], { columns: { '1': 'firstname', '3': 'lastname' } });
    expect(named.people).toMatchObject([{ firstname: 'Jürgen', lastname: 'Müller' }]);
    expect(told(['Jürgen;x;Müller'])).toEqual([[1, null, 'no_header']]);
  });
});

const cell = fc.oneof(
  fc.constantFrom(
    '',
    'Meier',
    'Anna',
    '5a',
    '01.02.2014',
    '30.02.2014',
    '03/04/2014',
    'm@x.example',
    '1',
    '2',
    'Lehrer',
    '=cmd',
    "'-1",
  ),
  fc.string(),
);
const header = fc.oneof(
  fc.constantFrom(...PERSON_FIELDS, 'Nachname', 'Vorname', 'Klasse', 'Religion', 'Name'),
  fc.string(),
);
const tables = fc.array(
  fc.record({
    file: fc.constantFrom('a.csv', 'b.csv'),
    sheet: fc.option(fc.constantFrom('x', 'y')),
    head: fc.array(header, { maxLength: 10 }),
    body: fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 12 }),
  }),
  { maxLength: 3 },
);
const toTables = (list: { file: string; sheet: string | null; head: string[]; body: string[][] }[]): SourceTable[] =>
  list.map(({ file, sheet, head, body }, at) => ({
    file: `${at}-${file}`,
    sheet,
    rows: [head, ...body].map((cells, index) => ({ line: index + 1, cells, is_broken: false })),
  }));

describe('reading, whatever it is given', () => {
  it('never throws and has every row at a person, among the rejected or in a header', () => {
    fc.assert(
      fc.property(tables, (list) => {
        const given = toTables(list);
        const { people, rejected, notes } = readPeople(given, PLAIN, TODAY);
        const found = new Set(
          [...people.flatMap(({ places }) => places), ...rejected].map(({ file, line }) => `${file}:${line}`),
        );
        const skipped = notes.some(({ code }) => code === 'sheet_skipped');
        for (const one of given) {
          const head = new Set(readHeader(one, {})?.head.map(({ line }) => line));
          const lost = one.rows.filter(
            ({ line, cells }) =>
              !head.has(line) && cells.some((text) => text.trim() !== '') && !found.has(`${one.file}:${line}`),
          );
          if (one.sheet === null || !skipped) expect(lost).toEqual([]);
        }
        expect(new Set(people.map(({ key }) => key)).size).toBe(people.length);
      }),
      { numRuns: 1500 },
    );
  });

  it('loses nobody of a clean list: as many people as there are names', () => {
    const rows = fc.uniqueArray(
      fc.tuple(fc.stringMatching(/^[A-Za-zÄÖÜäöüßéłş]{2,12}$/), fc.stringMatching(/^[A-Z][a-zéü]{1,8}$/)),
      {
        selector: ([last, first]) => `${last}|${first}`.toLowerCase(),
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(rows, (list) => {
        const { people, rejected } = read([
          'Nachname;Vorname;Klasse',
          ...list.map(([last, first]) => `${last};${first};5a`),
        ]);
        expect(rejected).toEqual([]);
        expect(people.map(({ lastname, firstname }) => [lastname, firstname])).toEqual(list);
      }),
    );
  });
});
