import { describe, expect, it } from 'vitest';
import { PRESETS } from './preset-table.ts';
import { findLayout, PRESET_IDS, proposePresets } from './presets.ts';
import { readPeople } from './read-people.ts';
import type { ImportProfile } from './records.ts';
import type { SourceTable } from './tables.ts';

const TODAY = '2026-11-22';
const table = (rows: readonly string[], { file = 'people.csv', delimiter = ';' } = {}): SourceTable => ({
  file,
  sheet: null,
  rows: rows.map((row, index) => ({ line: index + 1, cells: row.split(delimiter), is_broken: false })),
});
const readAll = (tables: readonly SourceTable[], preset: string | null, profile: Partial<ImportProfile> = {}) =>
  readPeople(tables, { columns: {}, type: null, date_order: null, preset, ...profile }, TODAY);
const read = (rows: readonly string[], preset: string | null, options = {}) => readAll([table(rows, options)], preset);
const proposed = (rows: readonly string[], options = {}) =>
  proposePresets([table(rows, options)]).map(({ preset, sure }) => [preset, sure]);
const sexes = (rows: readonly string[], preset: string) => read(rows, preset).people.map(({ sex }) => sex);

const SCHILD = [
  'Interne ID-Nummer;eindeutige Nummer (GUID);Nachname;Vorname;Alle Vornamen;Geburtsdatum;Geschlecht;Klasse;Status;E-Mail (privat);E-Mail (schulisch);Staatsangehörigkeit;Erzieher 1: Nachname;Erzieher 1: Vorname;Erzieher 1: E-Mail;Erzieher: Art (Klartext)',
  '17;{AB-1};Đặng;Zoë;Zoë Luise;29.02.2016;w;5a;2;zoe@home.example;zoe@school.example;DE;Đặng;Uta;uta@home.example;Mutter',
  '18;{AB-2};Fort;Gegangen;;01.01.2010;m;10a;9;;;DE;;;;',
  '19;{AB-3};Neu;Kommt;;01.01.2016;d;5a;0;;;DE;;;;',
];
const gpu010 = (cells: Readonly<Record<number, string>>) =>
  Array.from({ length: 16 }, (_, index) => cells[index + 1] ?? '').join(';');
const gpu004 = (cells: Readonly<Record<number, string>>) =>
  Array.from({ length: 46 }, (_, index) => cells[index + 1] ?? '').join(';');

describe('presets of programs', () => {
  it('are proposed by their headers and never used before somebody says so [D-3.04]', () => {
    const { people, proposals } = read(SCHILD, null);
    expect(proposals?.[0]).toMatchObject({
      preset: 'schild',
      name: 'SchILD-NRW',
      sure: 'certain',
      evidence: ['documentation', 'code'],
      headers: ['Interne ID-Nummer', 'Nachname', 'Vorname'],
    });
    // The words of headers know no status: all three are people until the preset is chosen.
    expect(people.filter(({ type }) => type === 'STUDENT')).toHaveLength(3);
    expect(readAll([table(SCHILD)], 'schild').proposals).toEqual([]);
    expect(proposed(['Nachname;Vorname;Klasse', 'A;B;5a'])).toEqual([]);
  });

  it('say of each what its evidence is, and are called by one id each', () => {
    expect(new Set(PRESET_IDS).size).toBe(PRESET_IDS.length);
    for (const { id, name, evidence, layouts } of PRESETS) {
      expect(evidence.length, id).toBeGreaterThan(0);
      expect(name, id).not.toBe('');
      for (const layout of layouts) {
        expect(layout.needs.length > 0 || layout.shape !== undefined, id).toBe(true);
        const all = Object.values(layout.columns ?? {}).flat();
        expect(new Set(all).size, id).toBe(all.length);
      }
    }
  });

  it('find every list by its own headers, whatever else stands beside them', () => {
    for (const { id, layouts } of PRESETS)
      for (const layout of layouts) {
        if (layout.needs.length === 0 || layout.columns === null) continue;
        const rows = [['Schule am See'], [...layout.needs, 'Zusatz'], ['x', ...layout.needs.map(() => 'y')]];
        const given = {
          ...table([]),
          rows: rows.map((cells, index) => ({ line: index + 1, cells, is_broken: false })),
        };
        expect(
          proposePresets([given]).map(({ preset }) => preset),
          `${id}: ${layout.needs.join()}`,
        ).toContain(id);
      }
  });

  it('name the columns that are not read because they are confidential', () => {
    const told = (rows: readonly string[], preset: string, options = {}) =>
      read(rows, preset, options).notes.find(({ code }) => code === 'sensitive_columns')?.params.columns;
    expect(told(SCHILD, 'schild')).toBe('Staatsangehörigkeit');
    const lehreroffice = ['Q_System;S_AHV;S_ID;S_Name;S_Vorname;S_Konfession;S_Hausarzt_ID', ';756.1;1;A;B;rk;7'];
    expect(told(lehreroffice, 'lehreroffice')).toBe('S_AHV, S_Konfession, S_Hausarzt_ID');
    expect(JSON.stringify(read(lehreroffice, 'lehreroffice').people)).not.toMatch(/756|rk/);
    expect(told(['teachers;Meier;Ada;12.12.1987;meier;geheim;'], 'linuxmuster')).toBe('6');
    expect(told(['longName;foreName;klasse.name;medicalReportDuty', 'A;B;5a;True'], 'webuntis')).toBe(
      'medicalReportDuty',
    );
  });

  it('give way to columns that somebody names', () => {
    const { people } = readAll([table(SCHILD)], 'schild', {
      columns: { 'Alle Vornamen': 'firstname', Vorname: 'skip' },
    });
    expect(people.find(({ lastname }) => lastname === 'Đặng')?.firstname).toBe('Zoë Luise');
  });
});

describe('codes that mean opposite things', () => {
  it('1 is a girl in Untis and a boy in SIECLE; 3 is diverse in Untis and a boy in SVWS', () => {
    const pupil = (sex: string) => gpu010({ 1: 'k', 2: `Meier${sex}`, 8: 'Kim', 10: '5a', 11: sex, 13: '20150131' });
    expect(sexes([pupil('1'), pupil('2'), pupil('3')], 'gpu010')).toEqual(['FEMALE', 'MALE', 'DIVERSE']);
    const teacher = (sex: string) => gpu004({ 1: `M${sex}`, 2: `Meier${sex}`, 29: 'Kim', 31: sex });
    expect(sexes([teacher('1'), teacher('2'), teacher('3')], 'gpu004')).toEqual(['FEMALE', 'MALE', 'DIVERSE']);
    const siecle = 'Identifiant unique*;Premier prénom*;Nom de famille*;Code sexe*;Division*';
    expect(sexes([siecle, '1A;Kim;Un;1;6A', '2A;Kim;Deux;2;6A', '3A;Kim;Trois;M;6A'], 'siecle')).toEqual([
      'MALE',
      'FEMALE',
      'MALE',
    ]);
    const svws = 'kuerzel;personalTyp;nachname;vorname;geschlecht';
    expect(sexes([svws, 'AB;L;Ab;Kim;3', 'CD;L;Cd;Kim;4', 'EF;L;Ef;Kim;5'], 'svws')).toEqual([
      'MALE',
      'FEMALE',
      'DIVERSE',
    ]);
  });

  it('a status means nothing without a preset, and is told as a column that is not read', () => {
    const { people, notes } = read(['Nachname;Vorname;Klasse;Status', 'A;B;5a;9'], null);
    expect(people).toHaveLength(1);
    expect(notes).toEqual([{ code: 'unknown_columns', params: { columns: 'Status' } }]);
  });

  it('digits mean nothing without a preset, and are told', () => {
    const { people, notes } = read(['Nachname;Vorname;Klasse;Geschlecht', 'A;B;5a;1'], null);
    expect(people[0]?.sex).toBeNull();
    expect(notes).toContainEqual({ code: 'unknown_sex', params: { value: '1' } });
  });

  it('A has left in Magellan, N is a row of before in Atlantis and a teacher who is away in Magellan', () => {
    const reasons = (rows: readonly string[], preset: string) =>
      read(rows, preset).rejected.map(({ line, reason }) => [line, reason]);
    const head = 'GUIDExtern;Vorname;Nachname;Status;Geburtsdatum';
    expect(reasons([head, 'g1;A;A;S;01.01.2015', 'g2;B;B;A;01.01.2015', 'g3;C;C;B;01.01.2015'], 'magellan')).toEqual([
      [3, 'has_left'],
      [4, 'not_yet'],
    ]);
    expect(reasons(['Kuerzel;Vorname;Nachname;AbgangDatum;Status', 'A;A;A;;J', 'B;B;B;;N'], 'magellan')).toEqual([
      [3, 'not_current'],
    ]);
    const atlantis = 'Schüler: Nachname;Schüler: Rufname;Schüler: Vorgang aktueller Satz (J/N)';
    expect(reasons([atlantis, 'A;A;J', 'B;B;N'], 'atlantis')).toEqual([[3, 'not_current']]);
    expect(reasons(SCHILD, 'schild')).toEqual([
      [3, 'has_left'],
      [4, 'not_yet'],
    ]);
  });

  it('says so when a status is none that the program is known for, and counts the row', () => {
    const { people, notes } = read(['GUIDExtern;Vorname;Nachname;Status', 'g1;A;A;Q'], 'magellan');
    expect(people).toHaveLength(1);
    expect(notes).toContainEqual({ code: 'unknown_status', params: { value: 'Q' } });
  });

  it('reads 3/4/2012 as the program writes it, unless the column proves otherwise', () => {
    const head = 'SIS ID,School SIS ID,First Name,Last Name,Student Number,Birthdate';
    const born = (...dates: string[]) =>
      read([head, ...dates.map((date, index) => `${index},1,A,B${index},${index},${date}`)], 'sds-1', {
        delimiter: ',',
      }).people.map(({ birth_date }) => birth_date);
    expect(born('3/4/2012')).toEqual(['2012-03-04']);
    expect(born('13/4/2012', '3/4/2012')).toEqual(['2012-04-13', '2012-04-03']);
    const onde = ['Nom élève;Prénom élève;INE;Libellé classe;Date naissance', 'A;B;1A;CE2;03/04/2012'];
    expect(read(onde, 'onde').people[0]?.birth_date).toBe('2012-04-03');
  });
});

describe('lists of programs', () => {
  it('of SchILD take the school address, the surest id and the guardian', () => {
    const { people } = read(SCHILD, 'schild');
    expect(people).toMatchObject([
      { type: 'STUDENT', external_id: '17', firstname: 'Zoë', class: '5a', email: 'zoe@school.example', sex: 'FEMALE' },
      { type: 'PARENT', lastname: 'Đặng', firstname: 'Uta', email: 'uta@home.example' },
    ]);
    const teachers = read(['Kürzel;Nachname;Vorname;E-Mail (Dienstlich)', 'GROß;Groß;Ada;a@school.example'], 'schild');
    expect(teachers.people).toMatchObject([{ type: 'TEACHER', shortcut: 'GROß', email: 'a@school.example' }]);
  });

  it('of the interface of SchILD are one set, joined by name and date of birth, with quotation marks as letters', () => {
    const bar = { delimiter: '|' };
    const blank = (count: number) => '|'.repeat(count);
    const basis = table(
      [
        `Nachname|Vorname|Geburtsdatum|Geschlecht|Status|PLZ|Ort${blank(14)}|Klasse`,
        `Meier|Ada|01.02.2012|w|2|1|O${blank(14)}|7b`,
        `Barnes#C02-1|Bo|01.02.2012|m|8|1|O${blank(14)}|7b`,
      ],
      { ...bar, file: 'SchuelerBasisdaten.dat' },
    );
    const more = table(
      [
        `Nachname|Vorname|Geburtsdatum|Namenszusatz${blank(12)}`,
        'Meier|Ada|01.02.2012|||||030 1|ada@home.example||E-7|||||',
      ],
      { ...bar, file: 'SchuelerZusatzdaten.dat' },
    );
    const guardians = table(
      [
        `Nachname|Vorname|Geburtsdatum|Erzieherart${blank(15)}`,
        'Meier|Ada|01.02.2012|Eltern|Frau||Meier|Uta|Herr||Klein|Udo|||||u@home.example|J|',
      ],
      { ...bar, file: 'SchuelerErzieher.dat' },
    );
    const phones = table(['Nachname|Vorname|Geburtsdatum|Telefonnr.|Art', 'Meier|Ada|01.02.2012|1|Oma'], {
      ...bar,
      file: 'SchuelerTelefonnummern.dat',
    });
    const { people, rejected, notes } = readAll([basis, more, guardians, phones], 'schild-dat');
    expect(people).toMatchObject([
      {
        type: 'STUDENT',
        lastname: 'Meier',
        class: '7b',
        external_id: 'E-7',
        email: 'ada@home.example',
        phone: '030 1',
      },
      { type: 'PARENT', lastname: 'Meier', firstname: 'Uta', email: 'u@home.example' },
    ]);
    expect(people[1]?.children).toEqual([{ key: people[0]?.key, relation: 'MOTHER' }]);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([[3, 'has_left']]);
    const codes = notes.map(({ code }) => code);
    expect(codes).toContain('file_skipped');
    expect(codes).not.toContain('repeated_rows');
    expect(codes).toContain('guardian_unreachable');
  });

  it('of LUSD make no id of name and date, and put the rows of one pupil together', () => {
    const head =
      'Schueler_Nachname;Schueler_Vorname;Schueler_Geburtsdatum;Klassen_Klassenbezeichnung;Schueler_Schluessel;Ansprechpartner_Name';
    const row = (name: string) => `Meier;Ada;01.02.2012;05F1;Meier,Ada,01.02.2012;${name}`;
    const { people } = read([head, row('Uta'), row('Oma')], 'lusd');
    expect(people).toMatchObject([{ external_id: null, class: '05F1', places: [{ line: 2 }, { line: 3 }] }]);
    expect(proposed([head, row('Uta')])).toEqual([['lusd', 'certain']]);
    const other = ['SLR_Nachname;SLR_Vorname;KLA_Klassennamen', 'Meier;Ada;Q1'];
    expect(read(other, 'lusd').people).toMatchObject([{ class: 'Q1' }]);
  });

  it('of School Data Sync v1 are pupils and teachers: other files of the set hold nobody', () => {
    const comma = (file: string, rows: readonly string[]) => table(rows, { file, delimiter: ',' });
    const { people, rejected, notes } = readAll(
      [
        comma('School.csv', ['SIS ID,Name,School Number', '1,Contoso, High', '2,Fabrikam,2']),
        comma('Student.csv', [
          'SIS ID,School SIS ID,First Name,Last Name,Password,Student Number',
          '11,1,Ora,Klein,pw,11',
        ]),
        comma('Teacher.csv', [
          'SIS ID,School SIS ID,First Name,Last Name,Status,Teacher Number',
          '12,1,Al,Beane,Deleted,1',
        ]),
      ],
      'sds-1',
    );
    expect(people).toMatchObject([{ type: 'STUDENT', external_id: '11', lastname: 'Klein' }]);
    expect(rejected).toMatchObject([{ file: 'Teacher.csv', reason: 'has_left' }]);
    expect(notes).toContainEqual({ code: 'file_skipped', params: { file: 'School.csv' } });
  });

  it('of WebUntis take the long name and the foreign key, and the id only where there is no key at all', () => {
    const head = 'name;longName;foreName;gender;klasse.name;id;externKey;address.mobile;address.phone';
    const { people } = read(
      [head, 'MeierA;Meier;Ada;f;5a;12;K-1;;030 1', 'KleinB;Klein;Bo;m;5a;13;;0171 1;030 2'],
      'webuntis',
    );
    expect(people).toMatchObject([
      { lastname: 'Meier', external_id: 'K-1', phone: '030 1', sex: 'FEMALE' },
      { lastname: 'Klein', external_id: null, phone: '0171 1' },
    ]);
    expect(read([head, 'MeierA;Meier;Ada;f;5a;12;;;'], 'webuntis').people[0]?.external_id).toBe('12');
  });

  it('of Untis have no header and are known by their cells', () => {
    const pupil = gpu010({ 1: 'meier', 2: 'Meier', 8: 'Ada', 9: '4711', 10: '5a', 11: '1', 13: '20150131', 15: 'S-1' });
    expect(proposed([pupil])).toEqual([['gpu010', 'likely']]);
    expect(read([pupil], 'gpu010').people).toMatchObject([
      {
        lastname: 'Meier',
        firstname: 'Ada',
        class: '5a',
        birth_date: '2015-01-31',
        external_id: 'S-1',
        type: 'STUDENT',
      },
    ]);
    const teacher = gpu004({
      1: 'MEI',
      2: 'Meier',
      4: 'P-7',
      29: 'Ada',
      31: '1',
      33: 'a@school.example',
      45: '20200731',
    });
    expect(proposed([teacher])).toEqual([['gpu004', 'likely']]);
    expect(read([teacher], 'gpu004').rejected).toMatchObject([{ reason: 'has_left', column: '45' }]);
    // A line of another shape, and one without anything that proves it.
    expect(proposed([pupil, 'a;b'])).toEqual([]);
    expect(proposed([gpu010({ 2: 'Meier', 8: 'Ada' })])).toEqual([]);
    expect(proposed([gpu010({ 2: 'Meier', 8: 'Ada', 11: 'w' })])).toEqual([]);
  });

  it('of edoo.sys and UCS@school hold more in the cell of the class than the class', () => {
    const edoosys = ['Schüler_Stamm_ID;Familienname;Vornamen;Klasse / Klassengruppe', '7;Meier;Ada;5a 5a-Reli'];
    expect(read(edoosys, 'edoosys').people).toMatchObject([{ class: '5a', external_id: '7' }]);
    const ucs = [
      'Schulen;Benutzertyp;Vorname;Nachname;Klassen',
      'g1;student;Ada;Meier;g1-1a,g1-1b',
      'g1;staff;Bo;Klein;',
    ];
    expect(read(ucs, 'ucsschool').people).toMatchObject([{ class: '1a' }, { type: 'EMPLOYEE', class: null }]);
  });

  it('of ONDE and SIECLE take the name in use where there is one', () => {
    const head = "Nom élève;Nom d'usage élève;Prénom élève;INE;Libellé classe;Identifiant classe";
    const rows = [head, 'Martin;Durand;Zoé;1A;CE2;99', 'Petit;;Léa;2A;CE2;99'];
    expect(read(rows, 'onde').people.map(({ lastname }) => lastname)).toEqual(['Durand', 'Petit']);
    const child = "Nom d'usage enfant;Nom de famille enfant;Prénom enfant;Classes enfants";
    const guardians = [
      `Civilité Responsable;Nom responsable;Prénom responsable;Courriel;${child};${child}`,
      'Mme;Martin;Anne;a@x.example;;Petit;Léa;CE2;Durand;Martin;Zoé;CE2',
    ];
    const { people } = readAll([table(rows), table(guardians, { file: 'responsables.csv' })], 'onde');
    expect(people.find(({ type }) => type === 'PARENT')).toMatchObject({ children: [{}, {}], absent_children: [] });
  });

  it('of Atlantis leave out a guardian without custody, and say so', () => {
    const head =
      'Schüler: Nachname;Schüler: Rufname;Erzb. 1: Nachname;Erzb. 1: Vorname;Erzb. 1: E-Mail;Erzb. 1: sorgeberechtig (J/N);Erzb. 2: Nachname;Erzb. 2: Vorname;Erzb. 2: E-Mail;Erzb. 2: sorgeberechtig (J/N)';
    const { people, notes } = read([head, 'Meier;Ada;Meier;Uta;u@x.example;J;Klein;Udo;k@x.example;N'], 'atlantis');
    expect(people.filter(({ type }) => type === 'PARENT').map(({ firstname }) => firstname)).toEqual(['Uta']);
    expect(notes).toContainEqual({ code: 'guardian_without_custody', params: { name: 'Udo Klein' } });
  });

  it('of LehrerOffice know a guardian by address and phone, not by ids that differ from child to child', () => {
    const head = 'Q_System;S_ID;S_Name;S_Vorname;K_Name;P_ERZ1_ID;P_ERZ1_Name;P_ERZ1_Vorname;P_ERZ1_Mobil';
    const { people } = read(
      [head, ';a;Meier;Ada;5a;P1;Meier;Uta;079 1', ';b;Meier;Bo;3a;P2;Meier;Uta;079 1'],
      'lehreroffice',
    );
    expect(people.filter(({ type }) => type === 'PARENT')).toMatchObject([{ children: [{}, {}] }]);
  });

  it('of SVWS pass over placeholders, and a row of a date may join the row that has the id', () => {
    const head = 'nachname;vorname;geburtsdatum;erzieherart;nachname1;vorname1;email1';
    expect(read([head, 'DUMMY;DUMMY;01.01.2010;;;;'], 'svws').rejected).toMatchObject([{ reason: 'no_person' }]);
    const rows = ['ID;Nachname;Vorname;Geburtsdatum;Klasse'];
    const joined = read([...rows, '7;Meier;Ada;01.02.2012;5a', ';Meier;Ada;01.02.2012;'], null);
    expect(joined.people).toMatchObject([{ external_id: '7', class: '5a' }]);
    const apart = read([...rows, '7;Meier;Ada;01.02.2012;5a', ';Meier;Ada;01.02.2012;5b'], null);
    expect(apart.rejected.map(({ reason }) => reason)).toEqual(['person_twice', 'person_twice']);
    const unclear = read(
      [...rows, '7;Meier;Ada;01.02.2012;', '8;Meier;Ada;01.02.2012;', ';Meier;Ada;01.02.2012;'],
      null,
    );
    expect(unclear.people).toEqual([]);
    expect(unclear.rejected.map(({ line, reason }) => [line, reason])).toEqual(
      [2, 3, 4].map((line) => [line, 'person_with_two_ids']),
    );
  });

  it('are none where the headers of a preset are not all there', () => {
    for (const preset of PRESETS)
      for (const layout of preset.layouts) {
        if (layout.needs.length === 0) continue;
        const found = findLayout(
          { ...preset, layouts: [layout] },
          { rows: [{ line: 1, cells: layout.needs.slice(1), is_broken: false }] },
        );
        expect(found, preset.id).toBeNull();
      }
  });
});
