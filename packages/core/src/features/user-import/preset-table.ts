import type { Layout, Preset } from './preset.ts';
import { OTHER_PRESETS } from './preset-table-others.ts';

const SCHILD_STATUS: NonNullable<Layout['status']> = {
  0: 'not_yet',
  1: 'not_yet',
  2: 'active',
  3: 'active',
  6: 'active',
  8: 'left',
  9: 'left',
};
const DAT_SENSITIVE = ['Aussiedler', 'Staatsang.', 'Konfession', 'Religionsabmeldung', 'Förderschwerpunkt'];
/** Name and date of birth: the only thing that joins the files of SchILD. */
const DAT_PERSON = { lastname: ['1'], firstname: ['2'], birth_date: ['3'] } as const;
/** The first four headers tell the files apart; the rest is decoration. */
const dat = (fourth: string, columns: Layout['columns'], more: Partial<Layout> = {}): Layout => ({
  needs: ['Nachname', 'Vorname', 'Geburtsdatum', fourth],
  sure: 'certain',
  type: 'STUDENT',
  by_position: true,
  columns: columns && { ...DAT_PERSON, ...columns },
  ...more,
});

/** 1 is a woman here and a man elsewhere. */
const UNTIS_SEX = { 1: 'FEMALE', 2: 'MALE', 3: 'DIVERSE' } as const;
const SVWS_SEX = { 3: 'MALE', 4: 'FEMALE', 5: 'DIVERSE', 6: 'NONE' } as const;
const EIGHT_DIGITS = /^(\d{8})?$/;

/**
 * How the lists of real programs are read: headers as they write them, positions where there are none, and what their
 * codes mean. Where the same digit means opposite things, `preset-table.test.ts` holds it.
 */
export const PRESETS: readonly Preset[] = [
  {
    id: 'schild',
    name: 'SchILD-NRW',
    evidence: ['documentation', 'code'],
    delimiter: ';',
    layouts: [
      {
        needs: ['Interne ID-Nummer', 'Nachname', 'Vorname'],
        sure: 'certain',
        type: 'STUDENT',
        columns: {
          external_id: ['Interne ID-Nummer', 'eindeutige Nummer (GUID)', 'Externe ID-Nummer'],
          lastname: ['Nachname'],
          firstname: ['Vorname'],
          birth_date: ['Geburtsdatum'],
          sex: ['Geschlecht'],
          class: ['Klasse'],
          status: ['Status'],
          leaves_at: ['Entlassdatum'],
          email: ['E-Mail (schulisch)', 'E-Mail (privat)'],
          g1_lastname: ['Erzieher 1: Nachname'],
          g1_firstname: ['Erzieher 1: Vorname'],
          g1_email: ['Erzieher 1: E-Mail'],
          g1_relation: ['Erzieher 1: Anrede'],
          g2_lastname: ['Erzieher 2: Nachname'],
          g2_firstname: ['Erzieher 2: Vorname'],
          g2_email: ['Erzieher 2: E-Mail'],
          g2_relation: ['Erzieher 2: Anrede'],
        },
        skip: ['Alle Vornamen'],
        status: SCHILD_STATUS,
      },
      {
        needs: ['Nachname', 'Vorname', 'Erzieher 1: Nachname', 'Erzieher 1: Vorname'],
        sure: 'likely',
        type: 'STUDENT',
        columns: {
          external_id: ['eindeutige Nummer (GUID)', 'Externe ID-Nummer'],
          lastname: ['Nachname'],
          firstname: ['Vorname'],
          birth_date: ['Geburtsdatum'],
          sex: ['Geschlecht'],
          class: ['Klasse'],
          status: ['Status'],
          leaves_at: ['Entlassdatum'],
          email: ['E-Mail (schulisch)', 'E-Mail (privat)'],
        },
        skip: ['Alle Vornamen'],
        status: SCHILD_STATUS,
      },
      {
        needs: ['Kürzel', 'Nachname', 'Vorname', 'E-Mail (Dienstlich)'],
        sure: 'likely',
        type: 'TEACHER',
        columns: {
          shortcut: ['Kürzel'],
          lastname: ['Nachname'],
          firstname: ['Vorname'],
          birth_date: ['Geburtsdatum'],
          external_id: ['eindeutige Nummer (GUID)'],
          email: ['E-Mail (Dienstlich)'],
        },
      },
    ],
  },
  {
    id: 'schild-dat',
    name: 'SchILD-NRW (.dat)',
    evidence: ['documentation', 'code'],
    delimiter: '|',
    encoding: 'windows-1252',
    has_no_quotes: true,
    marks_namesakes: true,
    is_set: true,
    layouts: [
      dat(
        'Geschlecht',
        { sex: ['4'], status: ['5'], class: ['22'] },
        { status: SCHILD_STATUS, sensitive: DAT_SENSITIVE },
      ),
      dat('Namenszusatz', { phone: ['8'], email: ['9'], external_id: ['11'], leaves_at: ['16'] }),
      dat('Erzieherart', {
        g1_relation: ['5'],
        g1_lastname: ['7'],
        g1_firstname: ['8'],
        g1_email: ['17'],
        g2_relation: ['9'],
        g2_lastname: ['11'],
        g2_firstname: ['12'],
        g2_email: ['19'],
      }),
      dat('Telefonnr.', null),
    ],
  },
  {
    id: 'lusd',
    name: 'LUSD',
    evidence: ['told', 'code'],
    layouts: [
      {
        needs: ['Schueler_Nachname', 'Schueler_Vorname'],
        sure: 'certain',
        type: 'STUDENT',
        columns: {
          lastname: ['Schueler_Nachname'],
          firstname: ['Schueler_Vorname'],
          birth_date: ['Schueler_Geburtsdatum'],
          class: ['Klassen_Klassenbezeichnung'],
        },
        // Made of name and date of birth: it changes with them.
        skip: ['Schueler_Schluessel'],
      },
      {
        needs: ['SLR_Nachname', 'SLR_Vorname'],
        sure: 'certain',
        type: 'STUDENT',
        columns: {
          lastname: ['SLR_Nachname'],
          firstname: ['SLR_Vorname'],
          birth_date: ['SLR_Geburtsdatum'],
          class: ['KLA_Klassennamen'],
        },
      },
    ],
  },
  {
    id: 'sds-1',
    name: 'Microsoft School Data Sync v1',
    evidence: ['file', 'documentation'],
    delimiter: ',',
    date_order: 'mdy',
    is_set: true,
    layouts: [
      {
        needs: ['SIS ID', 'School SIS ID', 'First Name', 'Last Name', 'Student Number'],
        sure: 'certain',
        type: 'STUDENT',
        sensitive: ['Password'],
        skip: ['Middle Name', 'Grade', 'State ID', 'Student Number'],
        columns: {
          external_id: ['SIS ID'],
          firstname: ['First Name'],
          lastname: ['Last Name'],
          birth_date: ['Birthdate'],
          email: ['Secondary Email'],
          status: ['Status'],
        },
        status: { active: 'active', inactive: 'not_current', deleted: 'left' },
      },
      {
        needs: ['SIS ID', 'School SIS ID', 'First Name', 'Last Name', 'Teacher Number'],
        sure: 'certain',
        type: 'TEACHER',
        sensitive: ['Password'],
        skip: ['Middle Name', 'State ID', 'Teacher Number'],
        columns: {
          external_id: ['SIS ID'],
          firstname: ['First Name'],
          lastname: ['Last Name'],
          email: ['Secondary Email'],
          status: ['Status'],
        },
        status: { active: 'active', inactive: 'not_current', deleted: 'left' },
      },
    ],
  },
  {
    // Its files refer to each other by ids: `roster.ts` puts them together.
    id: 'sds-2.1',
    name: 'Microsoft School Data Sync v2.1',
    evidence: ['file', 'documentation'],
    is_set: true,
    layouts: [
      {
        needs: ['sourcedId', 'givenName', 'familyName', 'activeDirectoryMatchId'],
        sure: 'certain',
        columns: { external_id: ['sourcedId'], lastname: ['familyName'], firstname: ['givenName'], email: ['email'] },
        sensitive: ['password'],
      },
    ],
  },
  {
    id: 'webuntis',
    name: 'WebUntis',
    evidence: ['file', 'documentation'],
    layouts: [
      {
        needs: ['longName', 'foreName', 'klasse.name'],
        sure: 'certain',
        type: 'STUDENT',
        columns: {
          external_id: ['externKey', 'id'],
          lastname: ['longName'],
          firstname: ['foreName'],
          sex: ['gender'],
          birth_date: ['birthDate'],
          class: ['klasse.name'],
          leaves_at: ['exitDate'],
          email: ['address.email'],
          phone: ['address.mobile', 'address.phone'],
        },
        skip: ['name', 'text'],
        sensitive: ['medicalReportDuty'],
      },
    ],
  },
  {
    id: 'gpu010',
    name: 'Untis GPU010',
    evidence: ['documentation', 'code'],
    layouts: [
      {
        needs: [],
        sure: 'likely',
        type: 'STUDENT',
        sex: UNTIS_SEX,
        shape: { cells: [15, 17], all: { 2: /\S/, 11: /^[123]?$/, 13: EIGHT_DIGITS }, filled: [11, 13] },
        columns: {
          lastname: ['2'],
          firstname: ['8'],
          class: ['10'],
          sex: ['11'],
          birth_date: ['13'],
          email: ['14'],
          external_id: ['15', '9'],
        },
      },
    ],
  },
  {
    id: 'gpu004',
    name: 'Untis GPU004',
    evidence: ['documentation', 'code'],
    layouts: [
      {
        needs: [],
        sure: 'likely',
        type: 'TEACHER',
        sex: UNTIS_SEX,
        shape: { cells: [33, 48], all: { 1: /\S/, 31: /^[123]?$/, 41: EIGHT_DIGITS }, filled: [29] },
        columns: {
          shortcut: ['1'],
          lastname: ['2'],
          external_id: ['4'],
          firstname: ['29'],
          sex: ['31'],
          email: ['33'],
          phone: ['40', '39'],
          birth_date: ['41'],
          leaves_at: ['45'],
        },
      },
    ],
  },
  {
    id: 'asv',
    name: 'ASV-BW',
    evidence: ['code', 'documentation'],
    delimiter: ';',
    layouts: [
      {
        needs: ['Klasse', 'Familienname', 'Schueler-ID'],
        sure: 'likely',
        type: 'STUDENT',
        columns: {
          external_id: ['Schueler-ID'],
          class: ['Klasse'],
          lastname: ['Familienname'],
          firstname: ['Rufname', 'Vornamen'],
          birth_date: ['Geburtsdatum'],
          email: ['Schüler/in E-Mail privat'],
          phone: ['Telefonnummer privat'],
        },
      },
      {
        needs: ['Klasse', 'Familienname', 'Vornamen'],
        sure: 'possible',
        type: 'STUDENT',
        columns: {
          class: ['Klasse'],
          lastname: ['Familienname'],
          firstname: ['Rufname', 'Vornamen'],
          birth_date: ['Geburtsdatum'],
          email: ['Schüler/in E-Mail privat'],
          phone: ['Telefonnummer privat'],
        },
      },
    ],
  },
  {
    id: 'svws',
    name: 'SVWS',
    evidence: ['file', 'documentation'],
    delimiter: ';',
    nobody: 'DUMMY',
    layouts: [
      {
        needs: ['nachname', 'vorname', 'geburtsdatum', 'erzieherart', 'nachname1', 'vorname1'],
        sure: 'certain',
        type: 'STUDENT',
        columns: {
          external_id: ['Schüler-ID'],
          lastname: ['nachname'],
          firstname: ['vorname'],
          birth_date: ['geburtsdatum'],
          g1_lastname: ['nachname1'],
          g1_firstname: ['vorname1'],
          g1_email: ['email1'],
          g1_relation: ['anrede1'],
          g2_lastname: ['nachname2'],
          g2_firstname: ['vorname2'],
          g2_email: ['email2'],
          g2_relation: ['anrede2'],
        },
      },
      {
        needs: ['Nachname', 'Vorname', 'Alle Vornamen', 'klasse', 'jahrgang'],
        sure: 'likely',
        type: 'STUDENT',
        columns: {
          external_id: ['Schüler-ID'],
          lastname: ['Nachname'],
          firstname: ['Vorname'],
          birth_date: ['geburtsdatum'],
          sex: ['geschlecht'],
          class: ['klasse'],
          email: ['e-mail schule'],
        },
        skip: ['Alle Vornamen'],
        sex: SVWS_SEX,
      },
      {
        needs: ['kuerzel', 'personalTyp'],
        sure: 'certain',
        type: 'TEACHER',
        sex: SVWS_SEX,
        columns: {
          shortcut: ['kuerzel'],
          lastname: ['nachname'],
          firstname: ['vorname'],
          birth_date: ['geburtsdatum'],
          sex: ['geschlecht'],
        },
      },
    ],
  },
  ...OTHER_PRESETS,
];
