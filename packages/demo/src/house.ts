import type { EntityRecord, TimeRecord } from '@kreide/core/features/timetable-import';

/** The kind of a room; a subject needs one of these. */
export type RoomKind =
  | 'class'
  | 'bio'
  | 'chem'
  | 'phys'
  | 'nature'
  | 'computer'
  | 'workshop'
  | 'art'
  | 'music'
  | 'gym'
  | 'stage'
  | 'study';

export interface Room {
  code: string;
  name: string;
  kind: RoomKind;
}

export interface Subject {
  code: string;
  name: string;
  /** `#rrggbb`. */
  color: string;
  /** Suitable kinds of room, best first. */
  rooms: readonly RoomKind[];
  /** Qualifications needed to teach it; empty: everyone may teach it. */
  qualifications: readonly string[];
}

const SUBJECT_ROWS: [string, string, string, string, string][] = [
  ['D', 'Deutsch', '#d64545', 'class', 'D'],
  ['M', 'Mathematik', '#2f6fde', 'class', 'M'],
  ['E', 'Englisch', '#e8a317', 'class', 'E'],
  ['F', 'Französisch', '#7a5af0', 'class', 'F'],
  ['L', 'Latein', '#9c6644', 'class', 'L'],
  ['S', 'Spanisch', '#f2762e', 'class', 'S'],
  ['BI', 'Biologie', '#3a9d4f', 'bio', 'BI'],
  ['CH', 'Chemie', '#14a098', 'chem', 'CH'],
  ['PH', 'Physik', '#1f9bd1', 'phys', 'PH'],
  ['NW', 'Naturwissenschaften', '#5bb450', 'nature bio', 'BI CH PH'],
  ['IF', 'Informatik', '#4a5568', 'computer', 'IF'],
  ['EK', 'Erdkunde', '#8f9e2c', 'class', 'EK'],
  ['GE', 'Geschichte', '#b5651d', 'class', 'GE'],
  ['PO', 'Politik', '#c2487a', 'class', 'PO'],
  ['SW', 'Sozialwissenschaften', '#a83f8e', 'class', 'PO'],
  ['PL', 'Philosophie', '#6c63b5', 'class', 'PL'],
  ['PP', 'Praktische Philosophie', '#857bd0', 'class', 'PL'],
  ['ER', 'Evangelische Religion', '#4d7fb8', 'class', 'ER'],
  ['KR', 'Katholische Religion', '#5f93a8', 'class', 'KR'],
  ['IR', 'Islamische Religion', '#3f8f7f', 'class', 'IR'],
  ['KU', 'Kunst', '#ef5da8', 'art', 'KU'],
  ['MU', 'Musik', '#c95de0', 'music', 'MU'],
  ['SP', 'Sport', '#43b581', 'gym', 'SP'],
  ['TH', 'Theater', '#b3366b', 'stage study', 'D'],
  ['TE', 'Technik', '#7d8597', 'workshop', 'PH'],
  ['PA', 'Pädagogik', '#d08c60', 'class', 'PA'],
  ['LZ', 'Lernzeit', '#8a94a6', 'study class', ''],
  ['KLR', 'Klassenrat', '#a0a7b4', 'class', ''],
  ['CHO', 'Chor', '#9b5de5', 'music stage', 'MU'],
  ['ORC', 'Orchester', '#7b2cbf', 'stage music', 'MU'],
];

/** The thirty subjects. */
export const SUBJECTS: readonly Subject[] = SUBJECT_ROWS.map(([code, name, color, rooms, qualifications]) => ({
  code,
  name,
  color,
  rooms: rooms.split(' ') as RoomKind[],
  qualifications: qualifications === '' ? [] : qualifications.split(' '),
}));

const SUBJECT_BY_CODE = new Map(SUBJECTS.map((subject) => [subject.code, subject]));

export function subjectOf(code: string): Subject {
  const subject = SUBJECT_BY_CODE.get(code);
  if (subject === undefined) throw new Error(`no subject ${code}`);
  return subject;
}

function numbered(kind: RoomKind, prefix: string, name: string, numbers: readonly number[]): Room[] {
  return numbers.map((number) => ({ code: `${prefix}${number}`, name: `${name} ${prefix}${number}`, kind }));
}

/** Fifty rooms; the first eighteen are the home rooms of 5a to 10c, the next six those of 11a to 13b. */
export const ROOMS: readonly Room[] = [
  ...numbered('class', 'A', 'Klassenraum', [101, 102, 103, 104, 105, 106, 201, 202, 203]),
  ...numbered('class', 'A', 'Klassenraum', [204, 205, 206, 301, 302, 303, 304, 305, 306]),
  ...numbered('class', 'B', 'Kursraum', [101, 102, 103, 104, 105, 201, 202, 203, 204, 205]),
  { code: 'BI 1', name: 'Biologie 1', kind: 'bio' },
  { code: 'BI 2', name: 'Biologie 2', kind: 'bio' },
  { code: 'CH 1', name: 'Chemie 1', kind: 'chem' },
  { code: 'CH 2', name: 'Chemie 2', kind: 'chem' },
  { code: 'PH 1', name: 'Physik 1', kind: 'phys' },
  { code: 'PH 2', name: 'Physik 2', kind: 'phys' },
  { code: 'NW', name: 'Forscherraum', kind: 'nature' },
  { code: 'IF 1', name: 'Computerraum 1', kind: 'computer' },
  { code: 'IF 2', name: 'Computerraum 2', kind: 'computer' },
  { code: 'IF 3', name: 'Laptopraum', kind: 'computer' },
  { code: 'WERK', name: 'Werkstatt', kind: 'workshop' },
  { code: 'KU 1', name: 'Kunstraum 1', kind: 'art' },
  { code: 'KU 2', name: 'Atelier', kind: 'art' },
  { code: 'MU 1', name: 'Musikraum 1', kind: 'music' },
  { code: 'MU 2', name: 'Musikraum 2', kind: 'music' },
  { code: 'TH 1', name: 'Turnhalle 1', kind: 'gym' },
  { code: 'TH 2', name: 'Turnhalle 2', kind: 'gym' },
  { code: 'TH 3', name: 'Gymnastikhalle', kind: 'gym' },
  { code: 'PLATZ', name: 'Sportplatz', kind: 'gym' },
  { code: 'AULA', name: 'Aula', kind: 'stage' },
  { code: 'BÜCH', name: 'Bücherei', kind: 'study' },
  { code: 'LERN', name: 'Lernwerkstatt', kind: 'study' },
];

/** Periods per day. */
export const HOURS = 9;
/** Days of the week with lessons. */
export const DAYS = 5;

const GRID: [string, string, string][] = [
  ['1', '07:50', '08:35'],
  ['2', '08:40', '09:25'],
  ['P1', '09:25', '09:45'],
  ['3', '09:45', '10:30'],
  ['4', '10:35', '11:20'],
  ['P2', '11:20', '11:40'],
  ['5', '11:40', '12:25'],
  ['6', '12:30', '13:15'],
  ['P3', '13:15', '14:00'],
  ['7', '14:00', '14:45'],
  ['8', '14:50', '15:35'],
  ['9', '15:40', '16:25'],
];

/** Nine periods with three breaks, the same on every day. */
export const TIMES: readonly TimeRecord[] = GRID.map(([hour, begins_at, ends_at]) => ({
  hour,
  weekday: null,
  begins_at,
  ends_at,
  type: hour.startsWith('P') ? 'BREAK' : 'LESSON',
}));

/** Begin and end of a period. */
export function timeOf(hour: string): { begins_at: string; ends_at: string } {
  const time = TIMES.find((row) => row.hour === hour);
  if (time === undefined) throw new Error(`no period ${hour}`);
  return { begins_at: time.begins_at, ends_at: time.ends_at };
}

export function roomRecord(room: Room): EntityRecord {
  return { external_id: null, code: room.code, name: room.name };
}

export function subjectRecord(subject: Subject): EntityRecord {
  return { external_id: null, code: subject.code, name: subject.name, color: subject.color };
}
