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
    // Somebody says what is not certain.
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
    expect(await told('asv', ...certain)).toEqual(['Léa STUDENT', 'preset_recognised SIECLE']);
    expect(await told('siecle', ...certain)).toEqual(['Léa STUDENT']);
  });

  it('that is not the one of the last import are not read as its', async () => {
    const list = file('export.csv', 'Nachname,Vorname,Klasse', '"Kern, gen. Lenz",Ada,5a');
    const { roles, notes } = await read([list], 'schild-dat');
    expect(roles).toEqual(['Ada STUDENT']);
    expect(notes).toEqual([{ code: 'preset_unfit', params: { name: 'SchILD-NRW (.dat)' } }]);
  });
});

describe('the XML of SIECLE', () => {
  const pupil = (id: string, inside: string) => `<ELEVE ELEVE_ID="${id}">${inside}</ELEVE>\n`;
  const place = (id: string, ...structures: [string, string][]) =>
    `<STRUCTURES_ELEVE ELEVE_ID="${id}">${structures
      .map(
        ([code, type]) =>
          `<STRUCTURE><CODE_STRUCTURE>${code}</CODE_STRUCTURE><TYPE_STRUCTURE>${type}</TYPE_STRUCTURE></STRUCTURE>`,
      )
      .join('')}</STRUCTURES_ELEVE>`;
  const xml = (pupils: string, places: string) =>
    `<?xml version="1.0" encoding="ISO-8859-15"?>\n<BEE_ELEVES VERSION="2.1"><DONNEES><ELEVES>\n${pupils}</ELEVES><STRUCTURES>${places}</STRUCTURES></DONNEES></BEE_ELEVES>`;
  const siecle = (text: string, said: string | null = null) =>
    readPeopleFiles([{ name: 'ElevesSansAdresses.xml', bytes: new Uint8Array(Buffer.from(text, 'latin1')) }], {
      profile: { columns: {}, type: 'TEACHER', date_order: null, preset: said },
      today: '2026-11-22',
    });

  it('is pupils in their divisions, whatever was said of the last list, without those who have left or are in none', async () => {
    const text = xml(
      pupil(
        '1',
        '<ID_NATIONAL>001A</ID_NATIONAL><NOM_DE_FAMILLE>Corse</NOM_DE_FAMILLE><NOM_USAGE>C\u00f4te</NOM_USAGE><PRENOM>L\u00e9a</PRENOM><CODE_SEXE>2</CODE_SEXE><DATE_NAISS>03/02/2014</DATE_NAISS><CODE_PAYS>100</CODE_PAYS><CODE_MEF>1</CODE_MEF>',
      ) +
        pupil(
          '2',
          '<INE_RNIE>002A</INE_RNIE><NOM>Parti</NOM><PRENOM>Paul</PRENOM><DATE_SORTIE>01/10/2026</DATE_SORTIE>',
        ) +
        pupil('3', '<NOM>Sans</NOM><PRENOM>Classe</PRENOM>') +
        pupil('4', '<NOM>Plus</NOM><PRENOM>Actif</PRENOM>'),
      place('1', ['GR1', 'G'], ['6A', 'D']) +
        place('2', ['6A', 'D']) +
        place('3', ['GR1', 'G']) +
        place('4', ['Inactifs', 'D']),
    );
    const answer = await siecle(text, 'asv');
    if (!answer.ok) throw new Error(answer.reason);
    const { people, rejected, notes } = answer.records;
    expect(people).toMatchObject([
      {
        type: 'STUDENT',
        external_id: '001A',
        lastname: 'C\u00f4te',
        firstname: 'L\u00e9a',
        class: '6A',
        sex: 'FEMALE',
        birth_date: '2014-02-03',
      },
    ]);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'has_left'],
      [5, 'not_current'],
      [6, 'not_current'],
    ]);
    expect(notes.map(({ code, params }) => [code, params.name ?? params.columns])).toEqual(
      expect.arrayContaining([
        ['preset_recognised', 'SIECLE'],
        ['sensitive_columns', 'CODE_PAYS'],
        ['unknown_columns', 'CODE_MEF'],
      ]),
    );
  });

  it('that breaks off is refused with its line, and no entity of it is resolved', async () => {
    expect(await siecle(xml(pupil('1', '<NOM>Corse</NOM>'), '').slice(0, -40))).toMatchObject({
      ok: false,
      reason: 'xml_broken',
    });
    const hostile = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xml(pupil('1', '<NOM>&a;</NOM>'), '')}`;
    expect(await siecle(hostile)).toMatchObject({ ok: false, reason: 'xml_broken' });
  });
});
