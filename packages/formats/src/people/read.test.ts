import type { ImportProfile } from '@kreide/core/features/user-import';
import { describe, expect, it } from 'vitest';
import { readPeopleFiles } from './read.ts';

const file = (name: string, ...rows: string[]) => ({ name, bytes: new TextEncoder().encode(rows.join('\n')) });
async function read(
  files: ReturnType<typeof file>[],
  preset: string | null = null,
  type: ImportProfile['type'] = null,
) {
  const profile = { columns: {}, type, date_order: null, preset };
  const answer = await readPeopleFiles(files, { profile, today: '2026-11-22' });
  if (!answer.ok) throw new Error(answer.reason);
  const { people, notes } = answer.records;
  return { roles: people.map(({ firstname, type }) => `${firstname} ${type}`), notes };
}

const STUDENTS = file('Student.csv', 'SIS ID,School SIS ID,First Name,Last Name,Student Number', 's1,1,Ada,Kern,1');
const TEACHERS = file('Teacher.csv', 'SIS ID,School SIS ID,First Name,Last Name,Teacher Number', 't1,1,Tom,Lehr,1');

describe('files of a program', () => {
  it('that comes as a set are read as its, whoever has said nothing or another', async () => {
    for (const said of [null, 'siecle']) {
      const { roles, notes } = await read(
        [STUDENTS, TEACHERS, file('Section.csv', 'SIS ID,Section Name', '1,5a')],
        said,
      );
      expect(roles).toEqual(['Ada STUDENT', 'Tom TEACHER']);
      expect(notes).toContainEqual({ code: 'preset_recognised', params: { name: 'Microsoft School Data Sync v1' } });
    }
  });

  it('that are certainly of one role are read as it, and told, whatever was said of the last list', async () => {
    const { roles, notes } = await read([STUDENTS, TEACHERS], null, 'STUDENT');
    expect(roles).toEqual(['Ada STUDENT', 'Tom TEACHER']);
    const told = notes.filter(({ code }) => code === 'type_recognised');
    expect(told).toEqual([{ code: 'type_recognised', params: { file: 'Teacher.csv', type: 'TEACHER' } }]);
    // What is not certain is what somebody says.
    const list = file('Lehrer.csv', 'Nachname,Vorname,Kürzel', 'Kern,Ada,Ke');
    expect((await read([list], null, 'EMPLOYEE')).roles).toEqual(['Ada EMPLOYEE']);
  });

  it('without the columns that tell its lists apart are read by their names', async () => {
    const head = 'SIS ID,School SIS ID,First Name,Last Name';
    const { roles } = await read([
      file('Student.csv', head, 's1,1,Ada,Kern'),
      file('Teacher.csv', head, 't1,1,Tom,Lehr'),
    ]);
    expect(roles).toEqual(['Ada STUDENT', 'Tom TEACHER']);
  });

  it('with letters that were encoded twice show one of them as an example, but none of a column that is never read', async () => {
    const examples = async (row: string) =>
      (await read([file('export.csv', 'Nachname,Vorname,Klasse,Passwort', row)])).notes
        .filter(({ code }) => code === 'text_mended' || code === 'text_doubtful')
        .map(({ params }) => [params.after ?? params.example]);
    expect(await examples('MÃ¼ller,Ada,5a,x')).toEqual([['Müller']]);
    expect(await examples('Kern,Ada,5a,GehÃ¤im')).toEqual([['…']]);
    expect(await examples('Kern,Ada,5a,SeÄ‡ret')).toEqual([['…']]);
  });

  it('that fit the program of the last import loosely are read as the one that they certainly are of, or told', async () => {
    const told = async (said: string, ...rows: string[]) => {
      const { roles, notes } = await read([file('export.csv', ...rows)], said);
      const codes = notes.filter(({ code }) => code.startsWith('preset_'));
      return [...roles, ...codes.map(({ code, params }) => `${code} ${params.name}`)];
    };
    const loose = ['Klasse;Familienname;Vornamen', '5a;Kern;Ada'];
    expect(await told('asv', ...loose)).toEqual(['Ada STUDENT', expect.stringMatching(/^preset_loose ASV/)]);
    const certain = [
      'Identifiant unique*;Nom de famille*;Division*;Premier prénom*;Klasse;Familienname;Vornamen',
      '1A;Corse;6A;Léa;5b;Kern;Ada',
    ];
    expect(await told('asv', ...certain)).toEqual(['Léa STUDENT', 'preset_recognised SIECLE (CSV)']);
    expect(await told('siecle', ...certain)).toEqual(['Léa STUDENT']);
  });

  it('that is not the one of the last import are not read as its', async () => {
    const list = file('export.csv', 'Nachname,Vorname,Klasse', '"Kern, gen. Lenz",Ada,5a');
    const { roles, notes } = await read([list], 'schild-dat');
    expect(roles).toEqual(['Ada STUDENT']);
    expect(notes).toEqual([{ code: 'preset_unfit', params: { name: 'SchILD-NRW (.dat)' } }]);
  });
});
