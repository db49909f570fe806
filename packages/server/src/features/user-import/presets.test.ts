import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  type Importing,
  linesOf,
  readPeopleTables,
  savePeople,
  uploadPeople,
} from '../../../../../tests/support/people-imports.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let importing: Importing;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `pleiad-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
});

const DANIS = [
  'SchuelerNachname;SchuelerRufname;SchuelerGeburtsdatum;GruppeBezeichnung;SchuelerId;Staatsangehörigkeit',
  'Đặng;Zoë;29.02.2016;5a;D-1;VN',
];
/** A pupil of Untis: no header. */
const UNTIS = ['meier', 'Meier', '', '', '', '', '', 'Ada', '4711', '5a', '1', '', '20150131', '', 'S-1'].join(';');

describe('the preset of a program', () => {
  it('is proposed with its evidence in words and counts for nothing before it is chosen [D-3.04]', async () => {
    const before = await readPeopleTables(server);
    const run = await uploadPeople(importing, DANIS);
    expect(run.profile.preset).toBeNull();
    expect(run.proposals).toMatchObject([
      { preset: 'danis', name: 'Danis', sure: 'certain', evidence: ['documentation'], file: 'people.csv' },
    ]);
    expect(run.proposals[0]?.text).toBe(
      'Sieht nach Danis aus, wegen der Spalten SchuelerNachname, GruppeBezeichnung. So gut wie sicher. Der Hersteller beschreibt das Format.',
    );
    const again = await uploadPeople(importing, DANIS, { preset: 'danis', source: 'danis' });
    expect(again).toMatchObject({ state: 'READY', profile: { preset: 'danis' }, proposals: [], counts: { new: 1 } });
    expect(again.notes).toContainEqual({
      code: 'sensitive_columns',
      text: 'Nicht gelesen, weil vertraulich: Staatsangehörigkeit',
    });
    expect(await readPeopleTables(server)).toEqual(before);
  });

  it('reads a list without headers that nothing else can read', async () => {
    const plain = await uploadPeople(importing, [UNTIS]);
    expect(plain).toMatchObject({ counts: { new: 0, rejected: 1 }, proposals: [{ preset: 'gpu010', headers: [] }] });
    const run = await uploadPeople(importing, [UNTIS], { preset: 'gpu010' });
    expect(run).toMatchObject({ counts: { new: 1, rejected: 0 }, tables: [{ has_header: false }] });
    expect(await linesOf(importing)).toMatchObject([{ name: 'Meier, Ada', class: '5a', birth_date: '2015-01-31' }]);
  });

  it('says how its program writes: quotation marks are letters, and Windows-1252 is no guess', async () => {
    const dat = [
      'Nachname|Vorname|Geburtsdatum|Geschlecht|Status',
      'Gro\xdf|Zo\xeb "Zo|29.02.2016|w|2',
      'Klein|Bo|01.01.2015|m|2',
    ];
    const bytes = new Uint8Array(Buffer.from(`${dat.join('\r\n')}\r\n`, 'latin1'));
    const plain = await uploadPeople(importing, bytes, { name: 'SchuelerBasisdaten.dat' });
    expect(plain.notes.map(({ code }) => code)).toContain('encoding_guessed');
    const run = await uploadPeople(importing, bytes, { name: 'SchuelerBasisdaten.dat', preset: 'schild-dat' });
    expect(run, JSON.stringify(run.notes)).toMatchObject({ counts: { new: 2, rejected: 0 } });
    expect(run.notes.map(({ code }) => code)).not.toContain('encoding_guessed');
    expect((await linesOf(importing)).map(({ name }) => name)).toContain('Groß, Zoë "Zo');
  });

  it('that nobody knows is refused', async () => {
    await expect(uploadPeople(importing, DANIS, { preset: 'nonsense' })).rejects.toThrow(/422|400/);
  });
});

it('classes that may be none are added only where they are accepted by their names', async () => {
  const rows = ['5A;Lea', '5 a;Pia', '2023;Zoë', '6b;Ada'].map((row) => `${row};Groß`);
  const run = await uploadPeople(importing, ['Klasse;Vorname;Nachname', ...rows]);
  expect(run.doubtful_classes).toEqual(['2023', '5A']);
  const save = (...accept_classes: string[]) => savePeople(importing, run, { accept_classes });
  expect((await savePeople(importing, run)).code).toBe('doubtful_classes');
  expect((await save('5A', '6b')).code).toBe('doubtful_classes');
  expect((await save('5A', '2023')).state).toBe('SAVED');
  // A class of the school is another class just as one of the list.
  const later = await uploadPeople(importing, ['Klasse;Vorname;Nachname', '6 B;Tim;Groß', '2023;Ann;Groß']);
  expect([later.new_classes, later.doubtful_classes]).toEqual([['6 B'], ['6 B']]);
});

it('a list that is certainly of one role says so by the word for it, not by its key', async () => {
  const rows = ['SIS ID,School SIS ID,First Name,Last Name,Teacher Number', 't1,1,Tom,Lehr,1'];
  const { notes } = await uploadPeople(importing, rows, { name: 'Teacher.csv', type: 'STUDENT' });
  const text = notes.find(({ code }) => code === 'type_recognised')?.text;
  expect(text).toMatch(/^Teacher\.csv ist sicher eine Liste dieser Art: Lehrkr[aä]ft/);
});
