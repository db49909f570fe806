import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPreset, type ImportProfile, joinRoster, readPeople } from '@kreide/core/features/user-import';
import { expect, it } from 'vitest';
import { describeSamples, listSamples, SAMPLES } from '../../../../tests/support/samples.ts';
import { readTables } from './read-tables.ts';

const TODAY = '2026-11-22';

async function read(name: string, profile: Partial<ImportProfile> = {}) {
  const files = [{ name, bytes: readFileSync(join(SAMPLES, 'people', name)) }];
  const { tables, notes } = await readTables(files, findPreset(profile.preset));
  const roster = joinRoster(tables, profile.preset, TODAY);
  if (roster && 'reason' in roster) throw new Error(`${name}: ${roster.reason}`);
  const found = readPeople(
    roster?.tables ?? tables,
    { columns: {}, type: null, date_order: null, ...profile },
    TODAY,
    roster,
  );
  return { ...found, notes: [...notes, ...found.notes], tables };
}
const count = (people: readonly { type: string }[], type: string) => people.filter((one) => one.type === type).length;

describeSamples('people', () => {
  it('of every program give a person or a reason for each row', async () => {
    for (const name of listSamples('people', (file) => /\.(csv|zip)$/.test(file))) {
      const { people, rejected, tables } = await read(name);
      const lines = new Set([...people.flatMap(({ places }) => places), ...rejected].map(({ line }) => line));
      expect(tables.length, name).toBeGreaterThan(0);
      expect(lines.size, name).toBeGreaterThan(0);
    }
  });

  it('of LehrerOffice are 306 rows, of which one id is of two children, with the guardians of each family once', async () => {
    const { people, rejected, notes } = await read('lehreroffice_306-pupils.csv');
    const rows = people.filter(({ type }) => type === 'STUDENT').flatMap(({ places }) => places).length;
    expect(rows + rejected.length).toBe(306);
    expect(rejected.map(({ reason }) => reason)).toEqual(['bad_birth_date', 'id_of_two_people', 'id_of_two_people']);
    expect(count(people, 'PARENT')).toBeGreaterThan(100);
    expect(notes.find(({ code }) => code === 'sensitive_columns')?.params.columns).toContain('S_AHV');
  });

  it('with one id on two children take neither', async () => {
    const { rejected } = await read('lehreroffice_one-id-two-persons.csv');
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'id_of_two_people'],
      [3, 'id_of_two_people'],
      [11, 'id_of_two_people'],
      [12, 'id_of_two_people'],
    ]);
  });

  it('with one child under two ids take neither, nor a row of another width', async () => {
    const { rejected } = await read('lehreroffice_same-person-two-ids.csv');
    const reasons = rejected.map(({ line, reason }) => [line, reason]);
    expect(reasons.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      ...[2, 3, 4, 5].map((line) => [line, 'person_with_two_ids']),
      ...[6, 7, 8].map((line) => [line, 'row_width']),
    ]);
  });

  it('with UTF-8 and ISO-8859-1 in one file keep every letter and say which lines', async () => {
    const { people, notes } = await read('linuxmuster_students_mixed-encodings.csv');
    expect(people.map(({ lastname, firstname }) => [lastname, firstname])).toEqual([
      ['Müller', 'Jürgen'],
      ['Maier', 'Andrè'],
      ['Müller', 'Jürgen'],
      ['Maier', 'Andrè'],
    ]);
    expect(notes).toContainEqual({
      code: 'encoding_mixed',
      params: { file: 'linuxmuster_students_mixed-encodings.csv', lines: '3, 4' },
    });
  });

  it('with broken birth dates are rejected one by one', async () => {
    const { people, rejected } = await read('linuxmuster_students_bad-birth-dates.csv');
    expect(rejected.filter(({ column, reason }) => column === '4' && /birth_date/.test(reason))).toHaveLength(7);
    // Without a date: nothing is wrong with it.
    expect(people).toHaveLength(1);
  });

  it('in UTF-16 with tabs give pupils, teachers and staff', async () => {
    const { people } = await read('ucsschool_users_utf16-tab.csv');
    expect([count(people, 'STUDENT'), count(people, 'TEACHER'), count(people, 'EMPLOYEE')]).toEqual([2, 4, 2]);
  });

  it('of WebUntis are read by long name and first name', async () => {
    const { people } = await read('webuntis_student-report_tab.csv');
    expect(people.map(({ lastname, firstname, class: name }) => [lastname, firstname, name])).toContainEqual([
      'Novác',
      'Jan',
      '11TKKG',
    ]);
  });

  it('of two guardians a row give both, and the adult pupil none', async () => {
    const { people, notes } = await read('svws_pupils-guardians.csv');
    expect(
      people.find(({ firstname, lastname }) => firstname === 'Ayşe' && lastname === 'Yılmaz')?.children,
    ).toHaveLength(1);
    expect(notes.map(({ code }) => code)).toContain('own_guardian');
  });

  it('are proposed as what they are', async () => {
    const proposed: Record<string, string | undefined> = {};
    for (const name of listSamples('people', (file) => /\.(csv|zip)$/.test(file)))
      proposed[name] = (await read(name)).proposals?.[0]?.preset;
    expect(proposed).toMatchObject({
      'lehreroffice_306-pupils.csv': 'lehreroffice',
      'linuxmuster_students_iso-8859-1.csv': 'linuxmuster',
      'onde_eleves.csv': 'onde',
      'onde_responsables.csv': 'onde',
      'sds-v1.zip': 'sds-1',
      'siecle-like_pupils.csv': 'siecle',
      'svws_pupils-guardians.csv': 'svws',
      'ucsschool_users_utf16-tab.csv': 'ucsschool',
      'webuntis_student-report_tab.csv': 'webuntis',
    });
    expect(proposed['moodle_upload-users.csv']).toBeUndefined();
  });

  it('of School Data Sync v1 are pupils and teachers, and neither schools nor sections', async () => {
    const { people, rejected, notes } = await read('sds-v1.zip', { preset: 'sds-1' });
    expect([count(people, 'STUDENT') + count(people, 'TEACHER'), rejected.length]).toEqual([24, 0]);
    expect(people.find(({ external_id }) => external_id === '13001')?.birth_date).toBe('2000-04-02');
    expect(notes.filter(({ code }) => code === 'sheet_skipped').length).toBeGreaterThan(2);
    expect(JSON.stringify(people)).not.toContain('P@ss');
  });

  it('of OneRoster 1.1 are teachers, pupils and a parent of the pupil who is named', async () => {
    const { people, notes, delta } = await read('oneroster-1.1_full.zip');
    expect([count(people, 'TEACHER'), count(people, 'STUDENT'), count(people, 'PARENT')]).toEqual([2, 3, 1]);
    const child = people.find(({ external_id }) => external_id === 'usr-222-66778899');
    expect(people.find(({ type }) => type === 'PARENT')?.children).toEqual([{ key: child?.key, relation: 'OTHER' }]);
    expect([delta, notes.some(({ code }) => code === 'roster_bulk')]).toEqual([null, true]);
    expect(JSON.stringify(people)).not.toContain('Password');
  });

  it('of OneRoster 1.2 as changes are a pupil with the role of another file', async () => {
    const { people, delta } = await read('oneroster-1.2_delta.zip');
    expect(people).toMatchObject([{ type: 'STUDENT', birth_date: '2010-04-17', external_id: 'USER_0' }]);
    expect(delta).toEqual({ left_ids: [] });
  });

  it('of School Data Sync v2.1 are proposed, and give pupils, staff and guardians', async () => {
    expect((await read('sds-v2.1.zip')).proposals?.[0]?.preset).toBe('sds-2.1');
    const { people, rejected } = await read('sds-v2.1.zip', { preset: 'sds-2.1' });
    expect(people.length + rejected.length).toBe(8);
    expect(people.filter(({ type }) => type === 'PARENT').every(({ children }) => children.length > 0)).toBe(true);
    expect(count(people, 'PARENT')).toBeGreaterThan(0);
  });

  it('of SIECLE as XML are its pupils', async () => {
    const { people, rejected } = await read('siecle_pupils.xml', { preset: 'siecle' });
    expect(rejected).toEqual([]);
    expect(people.map(({ lastname, class: name, birth_date }) => [lastname, name, birth_date])).toEqual([
      ['HANDMADE', '4A', '1994-12-31'],
      ['COJAUNE', '4A', '1994-07-01'],
    ]);
  });

  it('of ONDE are joined: the guardian of both children by their names', async () => {
    const { tables } = await readTables(
      ['onde_eleves.csv', 'onde_responsables.csv'].map((name) => ({
        name,
        bytes: readFileSync(join(SAMPLES, 'people', name)),
      })),
    );
    const { people } = readPeople(tables, { columns: {}, type: null, date_order: null, preset: 'onde' }, TODAY);
    expect([count(people, 'STUDENT'), count(people, 'PARENT')]).toEqual([2, 3]);
    expect(people.find(({ firstname }) => firstname === 'Jean')?.children).toHaveLength(2);
  });

  it('of UCS@school have the class without the school', async () => {
    const { people } = await read('ucsschool_users_utf16-tab.csv', { preset: 'ucsschool' });
    expect(people.flatMap(({ class: name }) => name ?? [])).toEqual(['1a', '1a']);
  });

  it('of LehrerOffice have each guardian fewer times than by ids that differ from child to child', async () => {
    const name = 'lehreroffice_same-person-two-ids.csv';
    const parents = async (preset: string | null) => count((await read(name, { preset })).people, 'PARENT');
    expect(await parents('lehreroffice')).toBeLessThanOrEqual(await parents(null));
  });
});
